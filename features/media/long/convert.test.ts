import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { mediaPaths } from '../contract/media-paths.ts'
import { halves, photo, startMedia } from '../testing/test-media.ts'

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())]
}

describe('a photo', () => {
  test('is kept in four sizes and three formats, each sent to those who take it', async () => {
    const { server, added, fetchPicture } = await startMedia()
    const item = await added(
      await photo(3000, 2000),
      'C:\\fakepath\\Food bank \u0007volunteers.JPG',
      'Two people',
    )
    const name = /^\/media\/([0-9a-f]{32})-960$/.exec(item.src)?.[1]
    expect(item).toMatchObject({
      srcset: [480, 960, 1440, 2000].map((width) => `/media/${name}-${width} ${width}w`).join(', '),
      width: 2000,
      height: 1333,
      alt: 'Two people',
      originalName: 'Food bank volunteers.JPG',
      uses: 0,
    })
    expect(item.color).toMatch(/^#[de][0-9a-f]9[0-9a-f][89][0-9a-f]$/)
    for (const [accept, type, format] of [
      ['image/avif,image/webp,image/png,*/*;q=0.8', 'image/avif', 'heif'],
      ['image/webp,*/*', 'image/webp', 'webp'],
      ['image/avif;q=0, image/webp;q=0.000, */*', 'image/jpeg', 'jpeg'],
      ['*/*', 'image/jpeg', 'jpeg'],
    ] as const)
      for (const width of [480, 2000]) {
        const { response, bytes } = await fetchPicture(mediaPaths.media(name ?? '', width), accept)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('content-length')).toBe(String(bytes.length))
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('vary')).toBe('Accept')
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(response.headers.get('set-cookie')).toBeNull()
        expect(await sharp(bytes).metadata()).toMatchObject({ format, width })
        const again = await server.send(mediaPaths.media(name ?? '', width), {
          headers: { accept, 'if-none-match': response.headers.get('etag') ?? '' },
        })
        expect(again.status).toBe(304)
      }
    const [row] = await server.query('select mime, bytes, widths, created_by from media')
    expect(row).toMatchObject({ mime: 'image/jpeg', widths: [480, 960, 1440, 2000], created_by: 1 })
  })

  test('is never made larger, and the original is not served', async () => {
    const { server, added } = await startMedia()
    const item = await added(await photo(700, 500))
    expect(item).toMatchObject({ width: 700, height: 500 })
    expect(item.srcset.match(/\d+w/g)).toEqual(['480w', '700w'])
    const address = item.src.replace(/-\d+$/, '')
    for (const path of [
      address,
      `${address}-960`,
      `${address}-480.avif`,
      `${address}/480.avif`,
      `${address}-4800`,
      '/media/source',
      '/media/..%2f..%2fetc%2fpasswd',
      `/media/${'0'.repeat(32)}-480`,
      `${item.src.toUpperCase()}`,
    ])
      expect((await server.send(path)).status, path).toBe(404)
    expect((await added(await photo(2, 1))).srcset).toMatch(/ 2w$/)
  })

  test('is upright, in the colors of the web, and tells nothing of its place and owner', async () => {
    const { added, fetchPicture } = await startMedia()
    const exif = {
      IFD0: { Artist: 'SECRETOWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    }
    const source = await halves(800, 400)
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect((await sharp(source).metadata()).exif?.toString('latin1')).toContain('SECRETOWNER')
    const item = await added(source)
    expect(item).toMatchObject({ width: 400, height: 800 })
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      const { bytes } = await fetchPicture(item.src, accept)
      const facts = await sharp(bytes).metadata()
      expect(facts).toMatchObject({ width: 400, height: 800, space: 'srgb' })
      expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual(
        Array(5).fill(undefined),
      )
      expect(bytes.toString('latin1')).not.toContain('SECRETOWNER')
    }
    // Orientation 6 turns the picture to the right, so its red left half is on top. The red is more intense because it
    // was converted from P3 to sRGB.
    const { bytes } = await fetchPicture(item.src, '*/*')
    const [red = 0, green = 255] = await pixel(bytes, 200, 100)
    expect(red).toBeGreaterThan(185)
    expect(green).toBeLessThan(60)
    expect(await pixel(bytes, 200, 700)).toEqual([255, 255, 255])
  })

  test('for print becomes one for the screen', async () => {
    const { added, fetchPicture } = await startMedia()
    const source = await halves(600, 300).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    expect((await sharp(source).metadata()).space).toBe('cmyk')
    const { bytes } = await fetchPicture((await added(source)).src, '*/*')
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    const [red = 0, green = 255, blue = 255] = await pixel(bytes, 100, 100)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(90)
  })
})

describe('other pictures', () => {
  test('keep their transparency where the format has it, and get a white background where not', async () => {
    const { added, fetchPicture } = await startMedia()
    const source = await sharp({
      create: { width: 500, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const item = await added(source, 'logo.png')
    expect(item.color).toBe('#ffffff')
    for (const accept of ['image/avif', 'image/webp'])
      expect(await pixel((await fetchPicture(item.src, accept)).bytes, 10, 10)).toEqual([0, 0, 0, 0])
    expect(await pixel((await fetchPicture(item.src, '*/*')).bytes, 10, 10)).toEqual([255, 255, 255])
  })

  test('of every accepted type are taken, whatever they are called; of moving ones the first frame', async () => {
    const { added, fetchPicture } = await startMedia()
    const frames = Buffer.concat([
      await halves(64, 64, '#0000ff').raw().toBuffer(),
      await halves(64, 64, '#00ff00').raw().toBuffer(),
    ])
    const moving = sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    const gif = await moving
      .clone()
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    for (const source of [gif, await moving.clone().webp().toBuffer()]) {
      const item = await added(source, 'picture.exe')
      expect(item).toMatchObject({ width: 64, height: 64 })
      const [red = 255, green = 255, blue = 0] = await pixel(
        (await fetchPicture(item.src, '*/*')).bytes,
        10,
        10,
      )
      expect([red < 40, green < 40, blue > 200]).toEqual([true, true, true])
    }
    for (const source of [
      await halves(64, 64).avif().toBuffer(),
      await halves(64, 64).png({ palette: true }).toBuffer(),
      await halves(64, 64).grayscale().jpeg().toBuffer(),
      await halves(64, 64).toColourspace('rgb16').png().toBuffer(),
    ])
      expect(await added(source)).toMatchObject({ width: 64, height: 64 })
  })

  test('that are very long or very thin are taken, too', async () => {
    const { added } = await startMedia()
    expect(await added(await photo(300, 20_000))).toMatchObject({ width: 120, height: 8000 })
    expect(await added(await photo(20_000, 2))).toMatchObject({ width: 2000, height: 1 })
  })
})

test('two pictures are made at a time, the others wait, and pages are served in the meantime', async () => {
  const { server, upload } = await startMedia()
  const source = await photo(1200, 800)
  const children: ChildProcess[] = []
  let max = 0
  const count = (message: unknown) => {
    children.push((message as { process: ChildProcess }).process)
    max = Math.max(
      max,
      children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length,
    )
  }
  // Node publishes each new child process on this diagnostics channel.
  subscribe('child_process', count)
  onTestFinished(() => void unsubscribe('child_process', count))
  const uploads = Promise.all(Array.from({ length: 4 }, () => upload(source)))
  let answered = 0
  let ended = false
  void uploads.then(() => (ended = true))
  while (!ended) {
    expect((await server.send(paths.healthz)).status).toBe(200)
    answered++
  }
  expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201, 201])
  // A server that converted the pictures itself would respond only a few times, between two pictures.
  expect(answered).toBeGreaterThan(30)
  expect(max).toBe(2)
})
