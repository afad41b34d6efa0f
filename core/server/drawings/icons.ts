import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { contrast, toHexPart } from '../../contract/look/oklch.ts'
import type { DrawingColors, DrawingLogo, Subject } from './draw.ts'
import { bubbleOf } from './own-drawings.ts'

sharp.concurrency(1)
sharp.cache(false)

/** Space around a logo on each side, as a share of the icon */
const padding = 0.14

export async function drawIcon({
  size,
  isTile,
  style: { colors, logo },
}: Extract<Subject, { kind: 'icon' }>): Promise<Uint8Array> {
  if (logo) return drawLogoIcon(logo, size, colors)
  const width = isTile ? Math.round(size * (1 - 2 * padding)) : size
  const bubble = (await renderAsync(bubbleOf(colors), { fitTo: { mode: 'width', value: width } })).asPng()
  return isTile ? centerOn(colors.paper, size, bubble) : bubble
}

/** A logo with a background of its own fills the icon. Any other is on the main color, or on what shows it better. */
async function drawLogoIcon({ bytes }: DrawingLogo, size: number, colors: DrawingColors): Promise<Buffer> {
  const { isOpaque, color, corner } = await examine(bytes)
  const inner = isOpaque ? size : Math.round(size * (1 - 2 * padding))
  const logo = await sharp(bytes).resize(inner, inner, { fit: 'inside' }).png().toBuffer()
  return centerOn(isOpaque ? corner : chooseBackground(color, colors), size, logo)
}

/** The main color if the logo is visible on it, otherwise the one of these with the most contrast */
function chooseBackground(color: string, { main, deep }: DrawingColors): string {
  const candidates = [main, '#ffffff', deep]
  const visible = candidates.find((candidate) => contrast(candidate, color) >= 3)
  const [best = main] = candidates.sort((a, b) => contrast(b, color) - contrast(a, color))
  return visible ?? best
}

function centerOn(background: string, size: number, picture: Uint8Array): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: Buffer.from(picture), gravity: 'centre' }])
    .png({ palette: true })
    .toBuffer()
}

/** Side of the small copy of a logo that is examined, in pixels */
const sample = 64

/** Finds out whether a logo has a background of its own, the average color of what is drawn, and its corner. */
async function examine(bytes: Uint8Array): Promise<{ isOpaque: boolean; color: string; corner: string }> {
  const { data } = await sharp(bytes)
    .resize(sample, sample, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let weight = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    weight += alpha
    for (const part of [0, 1, 2]) sums[part] = (sums[part] ?? 0) + (data[at + part] ?? 0) * alpha
  }
  const isOpaque = weight >= 0.98 * 255 * sample * sample
  const color = toHex(sums.map((sum) => (weight === 0 ? 0 : sum / weight)))
  return { isOpaque, color, corner: toHex([...data.subarray(0, 3)]) }
}

const toHex = (parts: number[]) => `#${parts.map(toHexPart).join('')}`

/** The logo as a PNG of at most this size, and with its dark plate, which JPEG and dark backgrounds would need */
export async function readLogo(
  { bytes, plate }: DrawingLogo,
  { deep }: DrawingColors,
  max: { width: number; height: number },
): Promise<{ png: Buffer; width: number; height: number }> {
  const space = plate === 'dark' ? Math.round(max.height * 0.15) : 0
  const inner = { width: max.width - 2 * space, height: max.height - 2 * space }
  const logo = sharp(bytes).resize({ ...inner, fit: 'inside' })
  const edges = { top: space, bottom: space, left: space, right: space }
  const shown =
    plate === 'dark' ? logo.flatten({ background: deep }).extend({ ...edges, background: deep }) : logo
  const { data, info } = await shown.png().toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

export async function drawLogo({ height, style }: Extract<Subject, { kind: 'logo' }>): Promise<Uint8Array> {
  return (await readLogo(style.logo, style.colors, { width: height * 5, height })).png
}
