import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { toColors } from '../../../features/site/server/look/drawing-style.ts'
import { originalLook } from '../../contract/look/look.ts'
import { derivePalette } from '../../contract/look/palette.ts'
import { type DrawingLogo, type DrawingStyle, draw, type Subject } from './draw.ts'

const style: DrawingStyle = {
  fontPair: 'bricolage-source-sans',
  colors: toColors(derivePalette({ ...originalLook, mainColor: '#1d4ed8' }).palette),
}
const post: Subject = {
  kind: 'post',
  title: 'A title',
  author: 'Ann Example',
  siteName: 'Everyday AI',
  style,
}
const png = [0x89, 0x50, 0x4e, 0x47]

test('pictures are drawn in one process of its own, and in a new one when that has died', async () => {
  const drawn = await Promise.all([draw(post), draw({ ...post, title: 'Another' })])
  for (const bytes of drawn) expect([...bytes.subarray(0, 4)]).toEqual(png)
  expect(drawn[0]?.equals(drawn[1] ?? Buffer.of())).toBe(false)
  const [first, ...others] = drawers()
  expect(others).toEqual([])

  const interrupted = draw(post)
  process.kill(first ?? 0, 'SIGKILL')
  await expect(interrupted).rejects.toThrow('could not be drawn')
  expect([...(await draw(post)).subarray(0, 4)]).toEqual(png)
  expect(drawers()).not.toContain(first)
})

function drawers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('draw-process'),
    )
    .map(([pid]) => Number(pid))
}

/** A logo of one color: a rectangle in the middle of a transparent picture, or a picture without transparent parts */
async function makeLogo(
  color: string,
  { isOpaque = false, plate = 'none' as const } = {},
): Promise<DrawingLogo> {
  const rectangle = { create: { width: 240, height: 80, channels: 4, background: color } } as const
  const bytes = await sharp({
    create: { width: 300, height: 100, channels: 4, background: isOpaque ? '#aa5500' : '#00000000' },
  })
    .composite([{ input: rectangle }])
    .webp({ lossless: true })
    .toBuffer()
  return { bytes, plate, hasName: false }
}

async function pixels(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * 4
    return [...data.subarray(start, start + 4)]
  }
  return { at, width: info.width, height: info.height }
}

const near = (hex: string, alpha = 255) =>
  [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    .map((part) => expect.closeTo(part, -1))
    .concat([alpha])

describe('an icon', () => {
  const icon = async (logo?: DrawingLogo) =>
    pixels(await draw({ kind: 'icon', size: 192, isTile: true, style: { ...style, logo } }))

  test('shows a light logo on the main color, with space around it', async () => {
    const { at, width, height } = await icon(await makeLogo('#ffffff'))
    expect([width, height]).toEqual([192, 192])
    expect(at(2, 2)).toEqual(near('#1d4ed8'))
    expect(at(20, 96)).toEqual(near('#1d4ed8'))
    expect(at(96, 96)).toEqual(near('#ffffff'))
  })

  test('shows a logo in the main color on white', async () => {
    const { at } = await icon(await makeLogo('#1d4ed8'))
    expect(at(2, 2)).toEqual(near('#ffffff'))
    expect(at(96, 96)).toEqual(near('#1d4ed8'))
  })

  test('continues the background of a logo that has one', async () => {
    const { at } = await icon(await makeLogo('#ffffff', { isOpaque: true }))
    expect(at(2, 2)).toEqual(near('#aa5500'))
    expect(at(96, 96)).toEqual(near('#ffffff'))
  })

  test('is the drawn logo in the colors of the look if there is no other', async () => {
    const tile = await icon()
    expect(tile.at(2, 2)).toEqual(near(style.colors.paper))
    expect(tile.at(60, 45)).toEqual(near('#1d4ed8'))
    const tab = await pixels(await draw({ kind: 'icon', size: 32, isTile: false, style }))
    expect(tab.at(0, 31)[3]).toBe(0)
  })
})

test('the logo for emails keeps its shape, and gets its dark plate', async () => {
  const logoOf = async (logo: DrawingLogo) =>
    pixels(await draw({ kind: 'logo', height: 88, style: { ...style, logo } }))
  const plain = await logoOf(await makeLogo('#123456'))
  expect([plain.width, plain.height]).toEqual([264, 88])
  expect(plain.at(1, 1)[3]).toBe(0)
  const onPlate = await logoOf({ ...(await makeLogo('#ffffff')), plate: 'dark' })
  expect(onPlate.height).toBe(88)
  expect(onPlate.at(1, 1)).toEqual(near(style.colors.deep))
})

test('the picture of the site has the size that social networks expect, in the colors of the look', async () => {
  for (const logo of [undefined, await makeLogo('#1d4ed8')]) {
    const drawn = await draw({
      kind: 'site',
      title: 'Help for food banks',
      siteName: 'Harbor',
      style: { ...style, logo },
    })
    const { at, width, height } = await pixels(drawn)
    expect([width, height]).toEqual([1200, 630])
    expect(at(5, 5)).toEqual(near(style.colors.paper))
    // The window in the drawing
    expect(at(880, 150)).toEqual(near(style.colors.shapes.sage ?? ''))
  }
})

test('names and titles that the fonts do not have are left out', async () => {
  const drawn = await draw({ kind: 'site', title: '慈善', siteName: '慈善', style })
  expect((await pixels(drawn)).width).toBe(1200)
})

test('a broken logo is an error, and the next drawing works', async () => {
  const logo: DrawingLogo = { bytes: Buffer.from('not a picture'), plate: 'none', hasName: true }
  await expect(draw({ kind: 'icon', size: 32, isTile: true, style: { ...style, logo } })).rejects.toThrow()
  expect([...(await draw(post)).subarray(0, 4)]).toEqual(png)
})
