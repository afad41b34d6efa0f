import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { searchQuery } from '../../../core/contract/paging.ts'
import { storedUpload } from './media.ts'

/** `bytes` limits an upload; the other limits are lengths in UTF-16 code units */
export const fileLimits = { bytes: 20 * 1024 * 1024, originalName: 255, title: 200 } as const

export const pdfType = 'application/pdf'

export const fileMessages = {
  tooLarge: 'This file is larger than 20 MB. Save it with smaller images and try again.',
  notPdf: 'This isn’t a PDF file. Save your document as a PDF and try again.',
  incomplete: 'This PDF is damaged or incomplete. Save it again and retry.',
  missing: 'This file is no longer in Media. Choose another one.',
} as const

/** Pattern of the start of a file's URL. Postgres uses it, too (features/posts/schema.ts). */
export const fileAddressStart = '/files/([0-9a-f]{32})/'

/** Parses a file's URL; undefined if the text is not one. */
export function readFileAddress(path: string): { name: string; fileName: string } | undefined {
  const [, name, fileName] = new RegExp(`^${fileAddressStart}([a-z0-9-]{1,80}\\.pdf)$`).exec(path) ?? []
  return name === undefined || fileName === undefined ? undefined : { name, fileName }
}

/** The names of all uploaded files that a post's HTML links to. A name that occurs twice is returned twice. */
export function findFileNames(html: string): string[] {
  return [...html.matchAll(new RegExp(fileAddressStart, 'g'))].map(([, name = '']) => name)
}

export const storedFile = z.extend(storedUpload, {
  /** Path from which everyone downloads the file */
  url: z.string(),
})
export type StoredFile = z.infer<typeof storedFile>

export const fileList = endpoint('GET', '/api/files', {
  summary: 'List files, newest first',
  description: '`q` is part of the file name.',
  query: searchQuery,
  response: z.array(storedFile),
})

export const fileRead = rowEndpoint('GET', '/api/files/:id', {
  summary: 'One file',
  response: storedFile,
})

export const fileUpload = endpoint('POST', '/api/files', {
  summary: 'Upload a PDF file',
  description:
    'multipart/form-data with the field `file`, a PDF of up to 20 MB. Link to it in a post with `<p class="file-link"><a href="{url}" data-bytes="{bytes}">Title</a></p>`.',
  response: { 201: storedFile },
})

export const fileDelete = rowEndpoint('DELETE', '/api/files/:id', {
  summary: 'Delete a file',
  description: 'Responds 409 with the `posts` that link to it, if there are any.',
})
