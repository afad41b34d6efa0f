import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { serveTasks } from '../../../core/server/processes/serve-tasks.ts'
import { mediaLimits } from '../contract/media.ts'
import type { Conversion, ConvertedPicture, Task } from './convert.ts'

// Runs in a child process (features/media/server/convert.ts) for three reasons: a file that crashes a decoder crashes nothing
// else, the memory of a large picture is freed when the process exits, and its low priority leaves the CPU to visitors.

const widths = [480, 960, 1440, 2000]
/** Max height of a stored picture in pixels. WebP allows up to 16,383. */
const maxHeight = 8000
/** A smaller size is stored only if its width is below this share of the largest size's width. */
const worthwhile = 0.85
const maxPixels = mediaLimits.megapixels * 1_000_000

const decoders = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile']

sharp.concurrency(1)
sharp.cache(false)
// Only these decoders may run, regardless of what a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) })

serveTasks(({ source, target }: Task): Promise<Conversion> => convert(source, target))

async function convert(source: string, target: string | undefined): Promise<Conversion> {
  const type = await readPictureType(source)
  if (type === undefined) return { refused: 'unreadable' }
  if (type === 'image/heic') return { refused: 'heic' }
  let facts: Metadata
  try {
    facts = await sharp(source, { limitInputPixels: false }).metadata()
  } catch {
    return { refused: 'damaged' }
  }
  if (facts.width * facts.height > maxPixels) return { refused: 'too-many-pixels' }
  try {
    return { picture: { type, ...(await writeSizes(source, target, facts)) } }
  } catch (error) {
    if (isSystemFault(error)) throw error
    return { refused: 'damaged' }
  }
}

async function writeSizes(
  source: string,
  target: string | undefined,
  { autoOrient }: Metadata,
): Promise<Omit<ConvertedPicture, 'type'>> {
  const ratio = autoOrient.height / autoOrient.width
  const largest = Math.max(1, Math.min(autoOrient.width, widths.at(-1) ?? 1, Math.round(maxHeight / ratio)))
  const heightOf = (width: number) => Math.max(1, Math.min(maxHeight, Math.round(width * ratio)))
  const made = [...widths.filter((width) => width < largest * worthwhile), largest]

  // Decoded once: rotated upright, in sRGB, without the camera's metadata (place, time, owner).
  const { data, info } = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize(largest, heightOf(largest), { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const upright = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const onWhite = () => upright().flatten({ background: '#fff' })

  async function writeFiles(folder: string) {
    await mkdir(folder)
    for (const width of made) {
      const file = (extension: string) => join(folder, `${width}.${extension}`)
      const size = [width, heightOf(width), { fit: 'fill' }] as const
      // More effort takes five times as long for 5 % fewer bytes.
      await upright()
        .resize(...size)
        .avif({ quality: 52, effort: 2 })
        .toFile(file('avif'))
      await upright()
        .resize(...size)
        .webp({ quality: 78 })
        .toFile(file('webp'))
      // JPEG has no transparency.
      await onWhite()
        .resize(...size)
        .jpeg({ quality: 80, mozjpeg: true })
        .toFile(file('jpg'))
    }
  }

  if (target !== undefined) await writeFiles(target)
  const [red = 0, green = 0, blue = 0] = await onWhite()
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { widths: made, width: largest, height: heightOf(largest), color }
}

/** True for a full disk or missing permissions, which are not the picture's fault. */
function isSystemFault(error: unknown): boolean {
  return (
    (error as NodeJS.ErrnoException).code !== undefined ||
    /no space|unable to (open|write)|ENOSPC/i.test(String(error))
  )
}

/**
 * Detects the type of a picture from its first bytes, regardless of its name. HEIC is detected only to explain why it
 * is refused; all other types that are not accepted are undefined.
 */
async function readPictureType(path: string): Promise<ConvertedPicture['type'] | 'image/heic' | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return typeOf(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}

function typeOf(start: string): ConvertedPicture['type'] | 'image/heic' | undefined {
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'image/webp'
  // AVIF and HEIC share one container format (ISO base media file): `ftyp`, followed by names of the actual format.
  if (start.slice(4, 8) !== 'ftyp') return undefined
  if (/avi[fs]/.test(start)) return 'image/avif'
  return /hei[cxms]|hev[cx]|mif1/.test(start) ? 'image/heic' : undefined
}
