import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { PictureDialog } from '../../editing/pictures/picture-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { FilesPanel } from '../files/files-panel.tsx'
import { replaceUrl } from '../history.ts'
import { filterUrl } from '../lists/filters.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { byId, Rows } from '../lists/rows.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { TabList } from '../tab-list.tsx'
import { MediaCard } from './media-card.tsx'
import { picturesQuery } from './media-queries.ts'

/** Pictures, and files to download */
export function MediaScreen({ query }: { query: URLSearchParams }) {
  const tab = query.get('tab') === 'files' ? 'files' : 'images'
  return (
    <>
      <div className="admin-top">
        <TabList
          label="Media"
          open={tab}
          panel="media-panel"
          tabs={[
            { id: 'images', label: 'Images', href: paths.adminMedia },
            { id: 'files', label: 'Files', href: paths.adminFiles },
          ]}
        />
      </div>
      <div id="media-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="admin-page">
        {tab === 'files' ? <FilesPanel query={query} /> : <PicturesPanel query={query} />}
      </div>
    </>
  )
}

/** All pictures of the site, to search, describe, and delete. */
function PicturesPanel({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const [adding, setAdding] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const list = useListPage(picturesQuery(q))

  return (
    <>
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
    </>
  )
}
