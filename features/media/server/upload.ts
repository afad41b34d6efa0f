import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { RequestProblem } from '../../../core/server/errors.ts'
import { mediaLimits, mediaMessages } from '../contract/media.ts'
import type { UploadedFile } from './media.ts'

/** What an upload may be, and its messages for the user */
export type UploadKind = {
  /** Max bytes of the file */
  bytes: number
  /** Names of the fields beside the file */
  fields: readonly string[]
  tooLarge: string
  missing: string
  howToSend: string
}

export const pictureUpload: UploadKind = {
  bytes: mediaLimits.bytes,
  fields: ['alt'],
  tooLarge: mediaMessages.tooLarge,
  missing: 'There’s no image in the upload. Choose one and try again.',
  howToSend: 'Send the image as a form with the fields file and alt.',
}

/** Limits of a multipart request; our own forms stay below them. */
export const uploadLimits = ({ bytes }: UploadKind) => ({
  fileSize: bytes,
  files: 1,
  fields: 4,
  parts: 5,
  fieldNameSize: 100,
  fieldSize: 4 * mediaLimits.alt + 100,
  headerPairs: 20,
})

/** Bytes of a request in addition to the file: the other fields and the multipart boundaries */
const slack = 64 * 1024

/** Refuses an upload whose Content-Length is too large before reading it. */
export function refuseLargeUpload(request: FastifyRequest, { bytes, tooLarge }: UploadKind): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes + slack)
    throw new RequestProblem('too-large', { detail: tooLarge })
}

/** Receives a picture with its description. */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<UploadedFile> {
  const { fields, ...file } = await receiveFile(request, folder, pictureUpload)
  const { alt } = fields
  // An empty alt text marks a decorative picture (HTML standard, 4.8.4.4), so it must be sent on purpose.
  if (alt === undefined) throw new RequestProblem('bad-request', { detail: pictureUpload.howToSend })
  if (alt.length > mediaLimits.alt || alt.includes('\0'))
    throw new RequestProblem('bad-request', {
      detail: `An image description can have up to ${mediaLimits.alt} characters.`,
    })
  return { folder, ...file, alt }
}

/** Writes the `file` of an upload into the folder while it arrives, and reads the fields beside it. */
export async function receiveFile(
  request: FastifyRequest,
  folder: string,
  kind: UploadKind,
): Promise<{ source: string; bytes: number; originalName: string; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new RequestProblem('unsupported-media-type', { detail: kind.howToSend })
  const missing = () => new RequestProblem('bad-request', { detail: kind.missing })
  const tooLarge = () => new RequestProblem('too-large', { detail: kind.tooLarge })
  const source = join(folder, 'source')
  let originalName: string | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw missing()
        await pipeline(part.file, createWriteStream(source))
        if (part.file.truncated) throw tooLarge()
        originalName = part.filename ?? ''
      } else if (kind.fields.includes(part.fieldname)) fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // Reads and drops the rest of the request. A client that is still sending would otherwise not get the response.
    request.raw.unpipe()
    request.raw.resume()
    if ((error as NodeJS.ErrnoException).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    throw explain(error)
  }
  const bytes = originalName === undefined ? 0 : (await stat(source)).size
  if (originalName === undefined || bytes === 0) throw missing()
  return { source, bytes, originalName, fields }
}

/**
 * Turns an error of the upload into a message for the user. The multipart parser's errors have no reliable codes, but
 * they are never the server's fault.
 */
function explain(error: unknown): unknown {
  if (error instanceof RequestProblem) return error
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>
  if (code === 'ENOSPC')
    return new RequestProblem('unavailable', {
      detail: 'There’s no room left for uploads right now. Please try again later.',
      cause: error,
    })
  if (syscall !== undefined) return error
  return new RequestProblem('bad-request', {
    detail: 'The upload was interrupted. Please try again.',
    cause: error,
  })
}
