import * as z from 'zod/mini'
import { ApiError, NetworkError } from '../../../../core/web/api.ts'
import { type MediaItem, mediaItem } from '../../contract/media.ts'

export type UploadOptions = {
  /** Called with the uploaded share of the file, from 0 to 1 */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

export function uploadPicture(path: string, file: File, options: UploadOptions): Promise<MediaItem> {
  // The description is saved separately (`describe` in picture-store.tsx), because the user may still be typing it.
  return upload(path, { alt: '', file }, mediaItem, options)
}

/** Sends a form with a file. Uses XMLHttpRequest because fetch reports no upload progress. */
export function upload<Item>(
  path: string,
  fields: Record<string, string | File>,
  response: z.ZodMiniType<Item>,
  { onProgress, signal }: UploadOptions,
): Promise<Item> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress(1)
    request.onerror = () => reject(new NetworkError('the upload failed'))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299)
        return reject(new ApiError(new Response(null, { status, statusText }), responseText))
      try {
        resolve(z.parse(response, JSON.parse(responseText)))
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
