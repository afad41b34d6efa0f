import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SearchField } from '../search-field.tsx'
import { ShowMore } from '../show-more.tsx'
import { picturesQuery } from './media-queries.ts'

/** Lets the user choose one of the uploaded pictures. */
export function PictureChooser({ onChoose }: { onChoose: (picture: MediaItem) => void }) {
  const [q, setQ] = useState('')
  const pages = useInfiniteQuery(picturesQuery(q))
  const { data, error, refetch } = pages
  const pictures = data?.pages.flatMap(({ rows }) => rows)
  if (pictures?.length === 0 && q === '') return null
  return (
    <section className="picture-chooser" aria-label="Images in Media">
      <SearchField label="Or choose from Media" q={q} onSearch={setQ} />
      {error && <LoadProblem what="The images couldn’t be loaded." error={error} onRetry={refetch} />}
      {!pictures && !error && <p>Loading images...</p>}
      {pictures?.length === 0 && <p role="status">No images match. Try different words.</p>}
      <ul>
        {pictures?.map((picture) => (
          <li key={picture.id}>
            <button type="button" onClick={() => onChoose(picture)}>
              <img
                src={picture.src}
                srcSet={picture.srcset}
                sizes="9rem"
                width={picture.width}
                height={picture.height}
                alt={picture.alt || picture.originalName}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <ShowMore of="images" pages={pages} className="btn-small" />
    </section>
  )
}
