import { useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { Button } from '../../ui/button.tsx'
import { replaceUrl } from '../history.ts'
import { filterUrl } from '../lists/filters.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { byId, Rows } from '../lists/rows.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { AddFileDialog } from './add-file-dialog.tsx'
import { createFileStore } from './admin-files.tsx'
import { FileCard } from './file-card.tsx'
import { filesQuery } from './file-queries.ts'

/** All files of the site, to search, upload, and delete. */
export function FilesPanel({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const [adding, setAdding] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const list = useListPage(filesQuery(q))
  const queries = useQueryClient()

  return (
    <>
      <ListScreen
        headline={<h1>Files</h1>}
        of="files"
        unit={['file', 'files']}
        list={list}
        empty={
          <div className="card empty">
            <h2>No files found</h2>
            {q === '' ? (
              <p>Add a PDF here, or drop it into a post, so that readers can download it.</p>
            ) : (
              <p>No files match. Try different words.</p>
            )}
          </div>
        }
        filters={
          <div className="media-bar">
            <SearchField
              id={searchId}
              q={q}
              onSearch={(next) => replaceUrl(filterUrl(paths.adminMedia, { tab: 'files', q: next }))}
            />
            <Button onClick={() => setAdding(true)}>
              <FilePlus aria-hidden="true" /> Add a PDF
            </Button>
          </div>
        }
      >
        {/* Gets the focus after the focused file was deleted. */}
        <div ref={rows} tabIndex={-1} className="file-list">
          <Rows rows={list.rows} keyOf={byId}>
            {(file) => <FileCard file={file} onGone={() => rows.current?.focus()} />}
          </Rows>
        </div>
      </ListScreen>
      {adding && <AddFileDialog store={createFileStore(queries)} onClose={() => setAdding(false)} />}
    </>
  )
}
