import { useEffect, useState } from 'react'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import type { UploadOptions } from './upload.ts'

export type Upload<Item> =
  | { state: 'none' }
  /** `sent` is the uploaded share of the file. At 1, the server is still working on it. */
  | { state: 'running'; sent: number }
  | { state: 'done'; item: Item }
  /** `problem` is one sentence for the user. */
  | { state: 'failed'; problem: string }

/** Starts uploading as soon as there is a file of up to `bytes`. Aborts the upload on unmount. */
export function useUpload<Item>(
  file: File | undefined,
  send: (file: File, options: UploadOptions) => Promise<Item>,
  { bytes, tooLarge }: { bytes: number; tooLarge: string },
): { upload: Upload<Item>; retry: () => void } {
  const [upload, setUpload] = useState<Upload<Item>>({ state: 'none' })
  const [attempt, setAttempt] = useState(0)

  // An effect and not a click handler, because dropping or pasting a file also starts an upload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt uploads the same file again
  useEffect(() => {
    if (!file) return
    if (file.size > bytes) return setUpload({ state: 'failed', problem: tooLarge })
    const leaving = new AbortController()
    const { signal } = leaving
    setUpload({ state: 'running', sent: 0 })
    send(file, { signal, onProgress: (sent) => setUpload({ state: 'running', sent }) }).then(
      (item) => setUpload({ state: 'done', item }),
      (error: unknown) => {
        if (!signal.aborted) setUpload({ state: 'failed', problem: explainFailure(error) })
      },
    )
    return () => leaving.abort(new DOMException('left', 'AbortError'))
  }, [file, attempt])

  return { upload, retry: () => setAttempt((before) => before + 1) }
}
