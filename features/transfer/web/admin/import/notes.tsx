import { useState } from 'react'
import { filterUrl, SearchField } from '../../../../../core/web/admin/lists/filters.tsx'
import { byId, ListStates, Rows, useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { type ImportPhase, importNoteList } from '../../../contract/imports.ts'
import { transferPaths } from '../../../contract/transfer-paths.ts'

const notesPerPage = 20

const titles: Record<ImportPhase, string> = {
  check: 'What won’t come over unchanged',
  import: 'What did not come over as it was',
  undo: 'What stays',
}

/** The notes of one phase, with a search and the file */
export function Notes({ id, phase }: { id: number; phase: ImportPhase }) {
  const [q, setQ] = useState('')
  const list = useListPage(importNoteList, {
    params: { id },
    query: { phase, limit: notesPerPage, ...(q !== '' && { q }) },
  })
  const file = (bom: string) => filterUrl(transferPaths.notesFile(id), { phase, q, bom })
  return (
    <section className="import-notes" aria-label={titles[phase]}>
      <h3>{titles[phase]}</h3>
      <SearchField label="Search these notes" q={q} onSearch={setQ} />
      <p className="activity-head">
        <span className="count" role="status">
          {list.total !== undefined && `${list.total} ${list.total === '1' ? 'note' : 'notes'}`}
        </span>
        <a className="text-button" href={file('1')} download>
          Download for Excel
        </a>
        <a className="text-button" href={file('')} download>
          Download CSV
        </a>
      </p>
      <ListStates of="notes" list={list} empty={<p>No notes match.</p>}>
        <Rows rows={list.rows} keyOf={byId} className="import-note-list">
          {({ about, detail }) => (
            <p>
              <strong dir="auto">{about}</strong> <span dir="auto">{detail}</span>
            </p>
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
