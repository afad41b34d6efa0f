import { useState } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { ListStates } from '../lists/list-screen.tsx'
import { byId, Rows } from '../lists/rows.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { SearchField } from '../search-field.tsx'
import { picturesQuery } from './media-queries.ts'

/** Lets the user choose one of the uploaded pictures. */
export function PictureChooser({ onChoose }: { onChoose: (picture: MediaItem) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(picturesQuery(q))
  if (list.rows?.length === 0 && q === '') return null
  return (
    <section className="picture-chooser" aria-label="Images in Media">
      <SearchField label="Or choose from Media" q={q} onSearch={setQ} />
      <ListStates
        of="images"
        list={list}
        empty={<p role="status">No images match. Try different words.</p>}
        moreClass="btn-small"
      >
        <Rows rows={list.rows} keyOf={byId}>
          {(picture) => (
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
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
