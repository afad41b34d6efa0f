import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MediaItem } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { addMedia, sweepMedia } from './media.ts'
import { openMediaStore } from './store.ts'
import { sweepWorkFolders, withWorkFolder } from './work-folder.ts'

const unreadable = 'We can’t read this file as an image. Use JPEG, PNG, or WebP.'
const damaged = 'This image is damaged or incomplete. Open it on your computer, save it again, and retry.'

async function startMedia() {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const upload = async (bytes: Uint8Array, name = 'photo.jpg', alt = 'A photo', field = 'file') => {
    const form = new FormData()
    form.set('alt', alt)
    form.set(field, new Blob([new Uint8Array(bytes)]), name)
    const response = await server.send(paths.api.media, { cookie, body: form })
    return { status: response.status, body: (await response.json()) as MediaItem & { detail: string } }
  }
  const added = async (bytes: Uint8Array, name?: string, alt?: string) => {
    const { status, body } = await upload(bytes, name, alt)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const fetchPicture = async (path: string, accept = 'image/avif,image/webp,*/*') => {
    const response = await server.send(path, { headers: { accept } })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { server, cookie, upload, added, fetchPicture }
}

/** Colour on the left half, white on the right, so that turning it shows. */
function halves(width: number, height: number, color = '#c03020') {
  const half = { width: Math.max(1, Math.floor(width / 2)), height, channels: 3, background: color } as const
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: { create: half }, left: 0, top: 0 }])
    .removeAlpha()
}
const photo = (width = 1200, height = 800) => halves(width, height).jpeg().toBuffer()

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())]
}

/** A PNG whose header claims a size that nobody has stored. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const line = Math.ceil(width / 8) + 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(line * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const workFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`everyday-ai-picture-${process.pid}-`))

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
        const { response, bytes } = await fetchPicture(paths.media(name ?? '', width), accept)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('content-length')).toBe(String(bytes.length))
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('vary')).toBe('Accept')
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(response.headers.get('set-cookie')).toBeNull()
        expect(await sharp(bytes).metadata()).toMatchObject({ format, width })
        const again = await server.send(paths.media(name ?? '', width), {
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

  test('stands upright, in the colours of the web, and tells nothing of its place and owner', async () => {
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
    // Turned to the right, what was on the left is on top. P3 red is redder than the web's.
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
  test('keep their transparency where the format has it, and stand on white where not', async () => {
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

describe('what is refused', () => {
  test('is told in one sentence, and leaves nothing behind', async () => {
    const { server, upload } = await startMedia()
    const whole = await photo(1600, 1200)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9"/></svg>',
    )
    const cases: [string, Buffer, number, string][] = [
      [
        'program.jpg',
        Buffer.from('MZ\x90\0\x03\0\0\0This program cannot be run in DOS mode', 'latin1'),
        415,
        unreadable,
      ],
      ['drawing.png', svg, 415, unreadable],
      ['paper.jpg', Buffer.from('%PDF-1.7\n1 0 obj'), 415, unreadable],
      ['page.gif', Buffer.from('<html><script>alert(1)</script>'), 415, unreadable],
      ['old.jpg', await halves(64, 64).tiff().toBuffer(), 415, unreadable],
      [
        'phone.jpg',
        Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
        415,
        'This image is in the HEIC format, which most browsers can’t show. Save it as JPEG and try again.',
      ],
      ['cut.jpg', whole.subarray(0, whole.length / 2), 422, damaged],
      ['head.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, damaged],
      ['gif.gif', Buffer.from('GIF89a <?php system($_GET[0]); ?>'), 422, damaged],
      ['empty.jpg', Buffer.alloc(0), 400, 'There’s no image in the upload. Choose one and try again.'],
    ]
    for (const [name, bytes, status, detail] of cases) {
      const answer = await upload(bytes, name)
      expect([name, answer.status, answer.body.detail]).toEqual([name, status, detail])
    }
    const huge = hugePng(30_000, 30_000)
    expect(huge.length).toBeLessThan(1_000_000)
    const bomb = await upload(huge, 'bomb.png')
    expect([bomb.status, bomb.body.detail]).toEqual([
      422,
      'This image has more than 50 million pixels. Make it smaller, for example 4000 pixels wide, and try again.',
    ])
    expect((await upload(whole, 'a.jpg', 'x'.repeat(501))).status).toBe(400)
    expect((await upload(whole, 'a.jpg', 'a\0b')).status).toBe(400)
    expect((await upload(whole, 'a.jpg', 'A photo', 'other')).status).toBe(400)
    expect(await server.query('select id from media')).toEqual([])
    expect(workFolders()).toEqual([])
  })

  test('is a file above 25 MB, whether it says so or not', async () => {
    const { server, cookie, upload } = await startMedia()
    const tooLarge = 'This file is larger than 25 MB. Please resize it and try again.'
    const large = Buffer.alloc(50 * 1024 * 1024)
    large.set(await photo())
    const declared = await upload(large)
    expect([declared.status, declared.body.detail]).toEqual([413, tooLarge])
    // Sent in chunks, without a length.
    const form = new Response(formOf(large))
    const chunked = await server.send(paths.api.media, {
      cookie,
      method: 'POST',
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      body: form.body as unknown as string,
      duplex: 'half',
    } as Parameters<TestServer['send']>[1])
    expect([chunked.status, (await chunked.json()).detail]).toEqual([413, tooLarge])
    expect(workFolders()).toEqual([])
    expect(await server.query('select id from media')).toEqual([])
  })

  test('is a form that is none, and the server goes on', async () => {
    const { server, cookie, upload } = await startMedia()
    const type = 'multipart/form-data; boundary=x'
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const broken: [string, string, number?][] = [
      [type, ''],
      [type, 'no boundary at all'],
      [type, '--x'],
      [type, '--x\r\n\r\n\r\n--x--'],
      [type, `${head}never ends`],
      [type, `--x\r\nContent-Disposition: ${'a'.repeat(100_000)}\r\n\r\n1\r\n--x--`],
      [type, '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--'],
      [type, '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\n1\r\n'.repeat(50)],
      [type, `${`${head}data\r\n`.repeat(3)}--x--`],
      ['multipart/form-data', head],
      ['multipart/form-data; boundary=', head],
      [`multipart/form-data; boundary=${'y'.repeat(5000)}`, head],
      ['application/json', '{"file":"x"}', 415],
      ['image/jpeg', 'raw', 415],
    ]
    for (const [contentType, body, expected] of broken) {
      const response = await server.send(paths.api.media, {
        cookie,
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
      })
      const { detail } = await response.json()
      if (expected) expect(response.status, contentType).toBe(expected)
      else expect([400, 413], `${contentType} ${body.slice(0, 90)}: ${detail}`).toContain(response.status)
    }
    expect(workFolders()).toEqual([])
    expect((await upload(await photo(50, 50))).status).toBe(201)
  })

  test('is an upload that is given up half way, and nothing of it stays', async () => {
    const { server, cookie } = await startMedia()
    const { port } = new URL(server.url)
    const bytes = await photo(1600, 1200)
    const body = await new Response(formOf(bytes)).bytes()
    const boundary = /^--(\S+)/.exec(Buffer.from(body).toString('latin1'))?.[1]
    for (const sent of [body.length / 2, body.length]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `POST ${paths.api.media} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n` +
          `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, sent))
      await expect.poll(() => workFolders().length, { timeout: 5000, interval: 5 }).toBe(1)
      socket.destroy()
      await expect.poll(() => workFolders().length, { timeout: 5000 }).toBe(0)
    }
    expect(await server.query('select id from media')).toEqual([])
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('is everything from those who are not signed in', async () => {
    const { server, added } = await startMedia()
    const item = await added(await photo(50, 50))
    const calls: [string, string][] = [
      ['GET', paths.api.media],
      ['PUT', paths.api.mediaItem(item.id)],
      ['DELETE', paths.api.mediaItem(item.id)],
    ]
    for (const [method, path] of calls) expect((await server.send(path, { method })).status).toBe(401)
    const response = await server.send(paths.api.media, { body: formOf(await photo(50, 50)) })
    expect(response.status).toBe(401)
    expect(workFolders()).toEqual([])
    expect((await server.send(item.src)).status).toBe(200)
  })
})

function formOf(bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('alt', 'A photo')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  return form
}

test('a picture needs words, or empty ones where it is a decoration', async () => {
  const { server, cookie, upload } = await startMedia()
  const bytes = await photo(50, 50)
  const body = formOf(bytes)
  body.delete('alt')
  const response = await server.send(paths.api.media, { cookie, body })
  expect(response.status).toBe(400)
  expect((await response.json()).detail).toBe('Send the image as a form with the fields file and alt.')
  expect(await server.query('select 1 from media')).toEqual([])
  expect((await upload(bytes, 'line.jpg', '')).body.alt).toBe('')
})

test('two pictures are made at a time, the others wait, and pages are answered meanwhile', async () => {
  const { server, upload } = await startMedia()
  const source = await photo(2400, 1600)
  const children: ChildProcess[] = []
  let max = 0
  const count = (message: unknown) => {
    children.push((message as { process: ChildProcess }).process)
    max = Math.max(max, children.filter(({ exitCode }) => exitCode === null).length)
  }
  // Node publishes each new child process there.
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
  // A server that converts pictures itself would answer a few times, between two of them.
  expect(answered).toBeGreaterThan(30)
  expect(max).toBe(2)
}, 60_000)

describe('the list', () => {
  test('is newest first, pages on, and is searched by text and file name', async () => {
    const { server, cookie } = await startMedia()
    await server.query(
      `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
       select lpad(n::text, 32, '0'), 'file_' || n || '.jpg', 'image/jpeg', 1, '{480}', 480, 300,
         case when n % 2 = 0 then 'Even 100%' else 'odd' end, '#ffffff', case when n <= 5 then now() end
       from generate_series(1, 6) as n`,
    )
    const list = async (query: string) => {
      const response = await server.send(`${paths.api.media}${query}`, { cookie })
      const items = (await response.json()) as MediaItem[]
      return { ids: items.map(({ id }) => id), headers: response.headers }
    }
    const first = await list('?limit=2')
    expect(first.ids).toEqual([5, 4])
    expect(first.headers.get('x-total-count')).toBe('5')
    expect(first.headers.get('link')).toBe(`<${paths.api.media}?limit=2&cursor=4>; rel="next"`)
    expect((await list('?limit=4&cursor=4')).ids).toEqual([3, 2, 1])
    expect((await list('?q=EVEN')).ids).toEqual([4, 2])
    expect((await list('?q=100%25')).ids).toEqual([4, 2])
    expect((await list('?q=e_1')).ids).toEqual([1])
    expect((await list('?q=%25%25')).ids).toEqual([])
    expect((await server.send(`${paths.api.media}?limit=0`, { cookie })).status).toBe(400)
  })

  test('changes the text of a picture, also where a post shows it', async () => {
    const { server, cookie, added } = await startMedia()
    const item = await added(await photo(500, 400), 'a.jpg', 'Before')
    const saved = await server.send(paths.api.blog, {
      cookie,
      json: { title: 'With a picture', content: '<p>Text</p>', isPublished: true, imageUrl: item.src },
    })
    const { slug } = (await saved.json()) as Post
    expect(await (await server.send(paths.post(slug))).text()).toContain('alt="Before"')
    const change = (json: object) =>
      server.send(paths.api.mediaItem(item.id), { method: 'PUT', cookie, json })
    const changed = await change({ alt: 'After & <b>' })
    expect(await changed.json()).toMatchObject({ id: item.id, alt: 'After & <b>', uses: 1 })
    await expect
      .poll(async () => (await server.send(paths.post(slug))).text())
      .toContain('alt="After &amp; &lt;b&gt;"')
    expect((await change({ alt: 'x'.repeat(501) })).status).toBe(400)
    expect((await change({ alt: 'x', name: 'y' })).status).toBe(400)
    const other = await server.send(paths.api.mediaItem(999), { method: 'PUT', cookie, json: { alt: '' } })
    expect(other.status).toBe(404)
  })
})

describe('deleting', () => {
  test('takes what only posts in the trash show, and those come back without it', async () => {
    const { server, cookie, added } = await startMedia()
    const [kept, ofPost, inText] = [
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
    ]
    const image = (item: MediaItem) => `<img src="${item.src}" srcset="${item.srcset}" alt="" />`
    const json = {
      title: 'Two',
      content: `<p>Text</p><p>${image(kept)}${image(inText)}</p>`,
      imageUrl: ofPost.src,
    }
    const post = (await (await server.send(paths.api.blog, { cookie, json })).json()) as Post
    const remove = (id: number) => server.send(paths.api.mediaItem(id), { method: 'DELETE', cookie })
    expect((await remove(ofPost.id)).status).toBe(409)
    await server.send(paths.api.post(post.id), { method: 'DELETE', cookie })
    const listed = (await (await server.send(paths.api.media, { cookie })).json()) as MediaItem[]
    expect(listed.map(({ uses }) => uses)).toEqual([0, 0, 0])
    for (const item of [ofPost, inText]) expect((await remove(item.id)).status).toBe(204)
    const restored = await server.send(paths.api.restorePost(post.id), { method: 'POST', cookie })
    expect(await restored.json()).toMatchObject({ content: `<p>Text</p><p>${image(kept)}</p>` })
    expect(await server.query('select image_url from blog_posts')).toEqual([{ image_url: null }])
    expect((await remove(kept.id)).status).toBe(409)
  })

  test('is refused while a post shows the picture, and takes the files along', async () => {
    const { server, cookie, added } = await startMedia()
    const [inText, ofPost, unused] = [
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
    ]
    const save = async (json: object) =>
      (await (await server.send(paths.api.blog, { cookie, json })).json()) as Post
    const post = await save({
      title: 'Both',
      content: `<p>Text</p><p><img src="${inText.src}" srcset="${inText.srcset}" alt=""></p>`,
      imageUrl: ofPost.src,
    })
    const remove = (id: number) => server.send(paths.api.mediaItem(id), { method: 'DELETE', cookie })
    for (const item of [inText, ofPost]) {
      const response = await remove(item.id)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        detail: 'This image is used in “Both”. Remove it there first.',
        posts: [{ id: post.id, title: 'Both' }],
      })
      expect((await server.send(item.src)).status).toBe(200)
    }
    const listed = (await (await server.send(paths.api.media, { cookie })).json()) as MediaItem[]
    expect(listed.map(({ id, uses }) => [id, uses])).toEqual([
      [unused.id, 0],
      [ofPost.id, 1],
      [inText.id, 1],
    ])
    expect((await remove(unused.id)).status).toBe(204)
    expect((await server.send(unused.src)).status).toBe(404)
    expect((await remove(unused.id)).status).toBe(404)
    await save({ id: post.id, version: 1, title: 'Both', content: '<p>Text</p>', imageUrl: null })
    for (const item of [inText, ofPost]) expect((await remove(item.id)).status).toBe(204)
    expect(await server.query('select id from media')).toEqual([])
    // A deleted picture cannot be taken any more.
    const late = await server.send(paths.api.blog, {
      cookie,
      json: { title: 'Late', content: '<p>Text</p>', imageUrl: ofPost.src },
    })
    expect(late.status).toBe(400)
    expect((await late.json()).detail).toBe('This image is no longer in Media. Choose another one.')
  })

  test('and saving at the same moment: never a post with a picture that is gone', async () => {
    const { server, cookie, added } = await startMedia()
    for (let round = 0; round < 5; round++) {
      const item = await added(await photo(20, 20))
      const [saved, deleted] = await Promise.all([
        server.send(paths.api.blog, {
          cookie,
          json: { title: `Round ${round}`, content: '<p>Text</p>', imageUrl: item.src },
        }),
        server.send(paths.api.mediaItem(item.id), { method: 'DELETE', cookie }),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([saved.status, deleted.status])
    }
  })
})

describe('what a crash leaves', () => {
  test('half stored and half deleted pictures are cleared away after an hour', async () => {
    const { server, added } = await startMedia()
    const [half, fresh, whole] = [
      await added(await photo(20, 20)),
      await added(await photo(20, 20)),
      await added(await photo(20, 20)),
    ]
    await server.query('update media set ready_at = null where id = any($1)', [[half.id, fresh.id]])
    await server.query(`update media set created_at = now() - interval '61 minutes' where id = any($1)`, [
      [half.id, whole.id],
    ])
    await sweepMedia(server.instance.db, server.instance.media)
    expect(await server.query('select id from media order by id')).toEqual([
      { id: fresh.id },
      { id: whole.id },
    ])
    expect((await server.send(half.src)).status).toBe(404)
    expect((await server.send(whole.src)).status).toBe(200)
  })

  test('working folders of dead processes go, those of living ones stay', async () => {
    const folder = (name: string) => join(tmpdir(), `everyday-ai-picture-${name}`)
    // The largest number of a process is 4,194,304.
    const left = [folder('4999999-abc'), folder(`${process.pid}-before`)]
    const living = folder('1-abc')
    for (const path of [...left, living]) {
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'source'), 'x')
    }
    utimesSync(left[1] ?? '', 0, 0)
    await withWorkFolder(async () => {
      await sweepWorkFolders()
      expect(workFolders()).toHaveLength(1)
    })
    const names = readdirSync(tmpdir())
    expect(left.filter((path) => names.includes(path.slice(tmpdir().length + 1)))).toEqual([])
    expect(names).toContain('everyday-ai-picture-1-abc')
    rmSync(living, { recursive: true })
  })
})

test('a picture at hand is added without a request, for the samples', async () => {
  const { server } = await startMedia()
  const { db, media } = server.instance
  const bytes = await halves(1000, 500).png().toBuffer()
  const result = await addMedia(db, media, { bytes, alt: 'A path', originalName: 'path.png' }, null)
  if (result.outcome !== 'added') throw new Error(result.detail)
  expect(result.item).toMatchObject({ alt: 'A path', originalName: 'path.png', width: 1000, height: 500 })
  expect((await server.send(result.item.src)).status).toBe(200)
  expect(workFolders()).toEqual([])
  const nowhere = await openMediaStore({ kind: 'disk', folder: '/dev/null/no-folder' })
  await expect(addMedia(db, nowhere, { bytes, alt: '', originalName: '' }, null)).rejects.toThrow()
  expect(await server.query('select id from media where ready_at is not null')).toHaveLength(1)
  expect(workFolders()).toEqual([])
})
