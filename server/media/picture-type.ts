import { open } from 'node:fs/promises'
import type { pictureTypes } from '../../contracts/media.ts'

export type PictureType = (typeof pictureTypes)[number]

/**
 * Detects the type of a picture from its first bytes, regardless of its name. HEIC is detected only to explain why it
 * is refused; all other types that are not accepted are undefined.
 */
export async function readPictureType(path: string): Promise<PictureType | 'image/heic' | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return typeOf(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}

function typeOf(start: string): PictureType | 'image/heic' | undefined {
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'image/webp'
  // AVIF and HEIC share one container format (ISO base media file): `ftyp`, followed by names of the actual format.
  if (start.slice(4, 8) !== 'ftyp') return undefined
  if (/avi[fs]/.test(start)) return 'image/avif'
  return /hei[cxms]|hev[cx]|mif1/.test(start) ? 'image/heic' : undefined
}
