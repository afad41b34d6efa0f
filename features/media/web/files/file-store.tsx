import { type ComponentType, createContext, useContext } from 'react'
import type { StoredFile } from '../../contract/files.ts'
import type { UploadOptions } from '../pictures/upload.ts'

/** The requests that upload and find files to download */
export type FileStore = {
  upload: (file: File, options: UploadOptions) => Promise<StoredFile>
  /** Rejects if the file was deleted in the meantime */
  find: (id: number) => Promise<StoredFile>
  /** Runs after a file was uploaded */
  onAdded?: () => void
  /** Lets the user choose an uploaded file. */
  Library: ComponentType<{ onChoose: (file: StoredFile) => void }>
}

export const FileStoreContext = createContext<FileStore | undefined>(undefined)

/** Undefined for guests, who may not upload files */
export function useFileStore(): FileStore | undefined {
  return useContext(FileStoreContext)
}
