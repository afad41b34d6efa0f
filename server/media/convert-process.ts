import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { mediaLimits } from '../../contracts/media.ts'
import { backgroundNiceness } from '../processes/serve-tasks.ts'
import type { Conversion, ConvertedPicture, Task } from './convert.ts'
import { readPictureType } from './picture-type.ts'

// Runs in a child process (server/media/convert.ts) for three reasons: a file that crashes a decoder crashes nothing
// else, the memory of a large picture is freed when the process exits, and its low priority leaves the CPU to visitors.

const widths = [480, 960, 1440, 2000]
/** Max height of a stored picture in pixels. WebP allows up to 16,383. */
const maxHeight = 8000
/** A smaller size is stored only if its width is below this share of the largest size's width. */
const worthwhile = 0.85
const maxPixels = mediaLimits.megapixels * 1_000_000

const decoders = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile']

process.on('disconnect', () => process.exit(1))
process.once('message', async ({ source, target }: Task) => {
  process.send?.(await convert(source, target), () => process.exit(0))
})

setPriority(backgroundNiceness)
sharp.concurrency(1)
sharp.cache(false)
// Only these decoders may run, regardless of what a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) })

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
