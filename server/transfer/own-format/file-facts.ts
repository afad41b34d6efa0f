import { z } from 'zod'
import { fileLimits, pdfType } from '../../../contracts/files.ts'

/** Facts of one PDF file in `files.json` */
const fileFacts = z.strictObject({
  name: z.string().regex(/^[0-9a-f]{32}$/),
  fileName: z.string().regex(/^[a-z0-9-]{1,80}\.pdf$/),
  originalName: z.string().min(1).max(fileLimits.originalName),
  mime: z.literal(pdfType),
  bytes: z.int().nonnegative().max(fileLimits.bytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  addedAt: z.iso.datetime(),
})
export type FileFacts = z.infer<typeof fileFacts>

export const filesFile = z.array(fileFacts).max(1_000_000)

export const filePath = ({ name, fileName }: Pick<FileFacts, 'name' | 'fileName'>) =>
  `files/${name}/${fileName}`
