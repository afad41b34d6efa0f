import { useInfiniteQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { PictureDialog } from '../../editing/pictures/picture-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { replaceUrl } from '../history.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { ShowMore } from '../show-more.tsx'
import { MediaCard } from './media-card.tsx'
import { picturesQuery } from './media-queries.ts'

/** All pictures of the site, to search, describe, and delete. */
export function MediaScreen({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const [adding, setAdding] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const pages = useInfiniteQuery(picturesQuery(q))
  const { data, error, refetch } = pages
  const pictures = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total

  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Media</h1>
        <p className="count" role="status">
          {total !== undefined && (total === '1' ? '1 image' : `${total} images`)}
        </p>
      </div>
      <div className="media-bar">
        <SearchField
          id={searchId}
          q={q}
          onSearch={(next) =>
            replaceUrl(
              next === '' ? paths.adminMedia : `${paths.adminMedia}?${new URLSearchParams({ q: next })}`,
            )
          }
        />
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          <ImagePlus aria-hidden="true" /> Add an image
        </button>
      </div>
      {error && <LoadProblem what="The images couldn’t be loaded." error={error} onRetry={refetch} />}
      {!pictures && !error && <p>Loading images...</p>}
      {pictures?.length === 0 && (
        <div className="card empty">
          <h2>No images found</h2>
          {q === '' ? (
            <p>Add one here, or drop it into a post. Photos of your own people work best.</p>
          ) : (
            <p>No images match. Try different words.</p>
          )}
        </div>
      )}
      {/* Takes the focus when the picture that had it is deleted. */}
      <div ref={list} tabIndex={-1} className="media-list">
        {pictures && pictures.length > 0 && (
          <ul>
            {pictures.map((picture) => (
              <li key={picture.id}>
                <MediaCard picture={picture} onGone={() => list.current?.focus()} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ShowMore of="images" pages={pages} />
      {adding && (
        <PictureDialog
          withLibrary={false}
          button="Save"
          onPicture={({ originalName }) => showToast({ title: 'Image added', description: originalName })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
