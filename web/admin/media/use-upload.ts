import { useContext, useEffect, useState } from 'react'
import { type MediaItem, mediaLimits, mediaMessages } from '../../../contracts/media.ts'
import { explainFailure } from '../api.ts'
import { callSignedIn } from '../sign-in.tsx'
import { PictureCallsContext } from './picture-calls.tsx'
import { uploadPicture } from './upload.ts'

export type Upload =
  | { state: 'none' }
  /** `sent` from 0 to 1; afterwards the server prepares the sizes. */
  | { state: 'running'; sent: number }
  | { state: 'done'; item: MediaItem }
  /** One sentence for the person. */
  | { state: 'failed'; problem: string }

/** Uploads a file as soon as there is one, and gives up when the component goes. */
export function useUpload(file: File | undefined): { upload: Upload; retry: () => void } {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const [attempt, setAttempt] = useState(0)
  const { uploadPath: path } = useContext(PictureCallsContext)

  // The upload belongs to the file that was chosen, not to a click: it also begins with a drop or a paste.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the same file once more
  useEffect(() => {
    if (!file) return
    if (file.size > mediaLimits.bytes) return setUpload({ state: 'failed', problem: mediaMessages.tooLarge })
    const leaving = new AbortController()
    const { signal } = leaving
    setUpload({ state: 'running', sent: 0 })
    callSignedIn(() =>
      uploadPicture(file, { path, signal, onProgress: (sent) => setUpload({ state: 'running', sent }) }),
    ).then(
      (item) => setUpload({ state: 'done', item }),
      (error: unknown) => {
        if (!signal.aborted) setUpload({ state: 'failed', problem: explainFailure(error) })
      },
    )
    return () => leaving.abort(new DOMException('left', 'AbortError'))
  }, [file, attempt])

  return { upload, retry: () => setAttempt((before) => before + 1) }
}
