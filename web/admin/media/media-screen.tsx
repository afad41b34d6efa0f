import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { PictureDialog } from '../../editing/pictures/picture-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { replaceUrl } from '../history.ts'
import { filterUrl } from '../lists/filters.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { byId, Rows } from '../lists/rows.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { MediaCard } from './media-card.tsx'
import { picturesQuery } from './media-queries.ts'

/** All pictures of the site, to search, describe, and delete. */
export function MediaScreen({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const [adding, setAdding] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const list = useListPage(picturesQuery(q))

  return (
    <div className="admin-page">
      <ListScreen
        headline={<h1>Media</h1>}
        of="images"
        unit={['image', 'images']}
        list={list}
        empty={
          <div className="card empty">
            <h2>No images found</h2>
            {q === '' ? (
              <p>Add one here, or drop it into a post. Photos of your own people work best.</p>
            ) : (
              <p>No images match. Try different words.</p>
            )}
          </div>
        }
        filters={
          <div className="media-bar">
            <SearchField
              id={searchId}
              q={q}
              onSearch={(next) => replaceUrl(filterUrl(paths.adminMedia, { q: next }))}
            />
            <Button onClick={() => setAdding(true)}>
              <ImagePlus aria-hidden="true" /> Add an image
            </Button>
          </div>
        }
      >
        {/* Gets the focus after the focused picture was deleted. */}
        <div ref={rows} tabIndex={-1} className="media-list">
          <Rows rows={list.rows} keyOf={byId}>
            {(picture) => <MediaCard picture={picture} onGone={() => rows.current?.focus()} />}
          </Rows>
        </div>
      </ListScreen>
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
