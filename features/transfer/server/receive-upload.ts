import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { MediaStore } from '../../media/server/store.ts'
import { importFileRoles, importLimits, importPartBytes } from '../contract/imports.ts'
import type { ImportFile } from '../schema.ts'
import { deleteParts, newPartsFolder, splitStream, storePart } from './stored-parts.ts'

/** Limits of a multipart request with the files of an import */
export const multipartLimits = {
  fileSize: importLimits.singleRequestBytes,
  files: 2,
  fields: 0,
  parts: 2,
  headerPairs: 20,
}

const slack = 64 * 1024

/** Refuses a request whose Content-Length is too large before reading it. */
export function refuseLargeRequest(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > importLimits.singleRequestBytes + slack)
    throw tooLarge()
}

/** Stores the files of a small upload while they arrive. */
export async function receiveFiles(
  db: Queryable,
  store: MediaStore,
  request: FastifyRequest,
): Promise<ImportFile[]> {
  if (!request.isMultipart()) throw new RequestProblem('unsupported-media-type', { detail: howToSend })
  const received = new Map<string, ImportFile>()
  try {
    for await (const part of request.files()) {
      const isKnown = importFileRoles.some((role) => role === part.fieldname) && !received.has(part.fieldname)
      if (!isKnown) throw new RequestProblem('bad-request', { detail: howToSend })
      received.set(part.fieldname, await receiveFile(db, store, part))
    }
    const files = importFileRoles.flatMap((role) => received.get(role) ?? [])
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > importLimits.singleRequestBytes) throw tooLarge()
    if (!received.has('site') || files.some((file) => file.bytes === 0))
      throw new RequestProblem('bad-request', { detail: howToSend })
    return files
  } catch (error) {
    for (const { folder } of received.values()) if (folder) await deleteParts(db, store, folder)
    // Reads and drops the rest of the request. A client that is still sending would otherwise not get the response.
    request.raw.unpipe()
    request.raw.resume()
    if ((error as NodeJS.ErrnoException).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    throw error
  }
}

async function receiveFile(
  db: Queryable,
  store: MediaStore,
  { file, filename }: MultipartFile,
): Promise<ImportFile> {
  const folder = newPartsFolder()
  let bytes = 0
  let number = 1
  for await (const part of splitStream(file, importPartBytes)) {
    bytes += part.length
    await storePart(db, store, folder, number++, part)
  }
  if (file.truncated) {
    await deleteParts(db, store, folder)
    throw tooLarge()
  }
  const name = filename.toWellFormed().replaceAll(/\p{C}/gu, '').slice(0, importLimits.name).trim()
  return { name: name || 'file', bytes, folder }
}

const howToSend =
  'Send the file as a form with the field site, and perhaps a zip or tar of its pictures in the field uploads.'
const tooLarge = () =>
  new RequestProblem('too-large', {
    detail:
      'A single request can hold up to 25 MB. Send larger files in parts, or use npm run import on the server.',
  })
