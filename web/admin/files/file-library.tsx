import { useState } from 'react'
import { describeFile } from '../../../contracts/file-size.ts'
import type { StoredFile } from '../../../contracts/files.ts'
import { useListPage } from '../lists/use-list-page.ts'
import { MediaChooser } from '../media/media-chooser.tsx'
import { filesQuery } from './file-queries.ts'

/** Lets the user choose one of the uploaded files. */
export function FileLibrary({ onChoose }: { onChoose: (file: StoredFile) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(filesQuery(q))
  return (
    <MediaChooser
      of="files"
      label="Files in Media"
      list={list}
      q={q}
      onSearch={setQ}
      onChoose={onChoose}
      className="file-library"
    >
      {(file) => (
        <>
          <b dir="auto">{file.originalName}</b> <span>{describeFile(file.bytes)}</span>
        </>
      )}
    </MediaChooser>
  )
}
