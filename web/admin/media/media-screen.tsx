import { ImagePlus } from 'lucide-react'
import { paths } from '../../../contracts/paths.ts'
import { PictureDialog } from '../../editing/pictures/picture-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { FilesPanel } from '../files/files-panel.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { TabList } from '../tab-list.tsx'
import { MediaCard } from './media-card.tsx'
import { MediaPanel } from './media-panel.tsx'
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
  const list = useListPage(picturesQuery(q))
  return (
    <MediaPanel
      headline="Media"
      of="images"
      unit={['image', 'images']}
      list={list}
      q={q}
      invitation="Add one here, or drop it into a post. Photos of your own people work best."
      add={{ label: 'Add an image', icon: ImagePlus, dialog: (close) => <AddPicture onClose={close} /> }}
      className="media-list"
    >
      {(picture, onGone) => <MediaCard picture={picture} onGone={onGone} />}
    </MediaPanel>
  )
}

function AddPicture({ onClose }: { onClose: () => void }) {
  return (
    <PictureDialog
      withLibrary={false}
      button="Save"
      onPicture={({ originalName }) => showToast({ title: 'Image added', description: originalName })}
      onClose={onClose}
    />
  )
}
