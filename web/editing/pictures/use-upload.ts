import { useEffect, useState } from 'react'
import { type MediaItem, mediaLimits, mediaMessages } from '../../../contracts/media.ts'
import { explainFailure } from '../../api-failures.ts'
import { usePictureStore } from './picture-store.tsx'

export type Upload =
  | { state: 'none' }
  /** `sent` is the uploaded share of the file. At 1, the server is still generating the picture's sizes. */
  | { state: 'running'; sent: number }
  | { state: 'done'; item: MediaItem }
  /** `problem` is one sentence for the user. */
  | { state: 'failed'; problem: string }

/** Starts uploading as soon as there is a file. Aborts the upload on unmount. */
export function useUpload(file: File | undefined): { upload: Upload; retry: () => void } {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const [attempt, setAttempt] = useState(0)
  const store = usePictureStore()

  // An effect and not a click handler, because dropping or pasting a file also starts an upload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt uploads the same file again
  useEffect(() => {
    if (!file) return
    if (file.size > mediaLimits.bytes) return setUpload({ state: 'failed', problem: mediaMessages.tooLarge })
    const leaving = new AbortController()
    const { signal } = leaving
    setUpload({ state: 'running', sent: 0 })
    store.upload(file, { signal, onProgress: (sent) => setUpload({ state: 'running', sent }) }).then(
      (item) => setUpload({ state: 'done', item }),
      (error: unknown) => {
        if (!signal.aborted) setUpload({ state: 'failed', problem: explainFailure(error) })
      },
    )
    return () => leaving.abort(new DOMException('left', 'AbortError'))
  }, [file, attempt])

  return { upload, retry: () => setAttempt((before) => before + 1) }
}
