import { useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { useListPage } from '../lists/use-list-page.ts'
import { MediaPanel } from '../media/media-panel.tsx'
import { AddFileDialog } from './add-file-dialog.tsx'
import { createFileStore } from './admin-files.tsx'
import { FileCard } from './file-card.tsx'
import { filesQuery } from './file-queries.ts'

/** All files of the site, to search, upload, and delete. */
export function FilesPanel({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const list = useListPage(filesQuery(q))
  const queries = useQueryClient()
  return (
    <MediaPanel
      headline="Files"
      of="files"
      unit={['file', 'files']}
      list={list}
      q={q}
      tab="files"
      invitation="Add a PDF here, or drop it into a post, so that readers can download it."
      add={{
        label: 'Add a PDF',
        icon: FilePlus,
        dialog: (close) => <AddFileDialog store={createFileStore(queries)} onClose={close} />,
      }}
      className="file-list"
    >
      {(file, onGone) => <FileCard file={file} onGone={onGone} />}
    </MediaPanel>
  )
}
