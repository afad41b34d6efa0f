import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeFile } from '../../../../../core/contract/file-size.ts'
import { callSignedIn } from '../../../../../core/web/admin/repeated-requests.ts'
import { call, urlOf } from '../../../../../core/web/api.ts'
import { fileRead, fileUpload, type StoredFile, storedFile } from '../../../contract/files.ts'
import { type FileStore, FileStoreContext } from '../../files/file-store.tsx'
import { upload } from '../../pictures/upload.ts'
import { MediaChooser } from '../media-chooser.tsx'
import { allFiles, useFiles } from './file-queries.ts'

/** Lets all text editors inside it upload and choose files to download. */
export function AdminFiles({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [store] = useState(() => createFileStore(queries))
  return <FileStoreContext value={store}>{children}</FileStoreContext>
}

export function createFileStore(queries: QueryClient): FileStore {
  return {
    upload: (file, options) => callSignedIn(() => upload(urlOf(fileUpload), { file }, storedFile, options)),
    find: (id) => callSignedIn(() => call(fileRead, { params: { id } })),
    onAdded: () => void queries.invalidateQueries(allFiles),
    Library: FileLibrary,
  }
}

function FileLibrary({ onChoose }: { onChoose: (file: StoredFile) => void }) {
  const [q, setQ] = useState('')
  const list = useFiles(q)
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
