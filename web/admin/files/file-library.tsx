import { useState } from 'react'
import { describeFile } from '../../../contracts/file-size.ts'
import type { StoredFile } from '../../../contracts/files.ts'
import { ListStates } from '../lists/list-screen.tsx'
import { byId, Rows } from '../lists/rows.tsx'
import { useListPage } from '../lists/use-list-page.ts'
import { SearchField } from '../search-field.tsx'
import { filesQuery } from './file-queries.ts'

/** Lets the user choose one of the uploaded files. */
export function FileLibrary({ onChoose }: { onChoose: (file: StoredFile) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(filesQuery(q))
  if (list.rows?.length === 0 && q === '') return null
  return (
    <section className="file-library" aria-label="Files in Media">
      <SearchField label="Or choose from Media" q={q} onSearch={setQ} />
      <ListStates
        of="files"
        list={list}
        empty={<p role="status">No files match. Try different words.</p>}
        moreClass="btn-small"
      >
        <Rows rows={list.rows} keyOf={byId}>
          {(file) => (
            <button type="button" onClick={() => onChoose(file)}>
              <b dir="auto">{file.originalName}</b> <span>{describeFile(file.bytes)}</span>
            </button>
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
