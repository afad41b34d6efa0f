import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Bytes at the end of a file in which `%%EOF` must be. Some programs write more after it. */
const tailBytes = 2048

/** `not-pdf`: it does not begin like one. `incomplete`: its end is missing. */
export type PdfCheck = { outcome: 'pdf'; sha256: string } | { outcome: 'not-pdf' } | { outcome: 'incomplete' }

/**
 * Recognizes a PDF by its content, whatever its name. Encrypted files and files with scripts pass, because nothing of
 * this app ever opens or shows them: they are sent as downloads only (server/files/routes.ts).
 */
export async function readPdf(path: string, bytes: number): Promise<PdfCheck> {
  const file = await open(path)
  try {
    const textAt = async (start: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!(await textAt(0, 5)).startsWith('%PDF-')) return { outcome: 'not-pdf' }
    if (!(await textAt(Math.max(0, bytes - tailBytes), tailBytes)).includes('%%EOF'))
      return { outcome: 'incomplete' }
  } finally {
    await file.close()
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { outcome: 'pdf', sha256: hash.digest('hex') }
}
