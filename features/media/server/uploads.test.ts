import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { halves, photo, pictureForm, startMedia, workFolders } from '../testing/test-media.ts'

const unreadable = 'We can’t read this file as an image. Use JPEG, PNG, or WebP.'
const damaged = 'This image is damaged or incomplete. Open it on your computer, save it again, and retry.'

/** A small PNG file whose header claims the given size */
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
    // Send the upload in chunks, without a content-length header.
    const form = new Response(pictureForm(large))
    const chunked = await server.send('/api/media', {
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
      const response = await server.send('/api/media', {
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
    const body = await new Response(pictureForm(bytes)).bytes()
    const boundary = /^--(\S+)/.exec(Buffer.from(body).toString('latin1'))?.[1]
    for (const sent of [body.length / 2, body.length]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `POST /api/media HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n` +
          `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, sent))
      await expect.poll(() => workFolders().length, { interval: 5 }).toBe(1)
      socket.destroy()
      await expect.poll(() => workFolders().length).toBe(0)
    }
    expect(await server.query('select id from media')).toEqual([])
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('is everything from those who are not signed in', async () => {
    const { server, added } = await startMedia()
    const item = await added(await photo(50, 50))
    const calls: [string, string][] = [
      ['GET', '/api/media'],
      ['PUT', `/api/media/${item.id}`],
      ['DELETE', `/api/media/${item.id}`],
    ]
    for (const [method, path] of calls) expect((await server.send(path, { method })).status).toBe(401)
    const response = await server.send('/api/media', { body: pictureForm(await photo(50, 50)) })
    expect(response.status).toBe(401)
    expect(workFolders()).toEqual([])
    expect((await server.send(item.src)).status).toBe(200)
  })
})

test('a picture needs words, or empty ones where it is a decoration', async () => {
  const { server, cookie, upload } = await startMedia()
  const bytes = await photo(50, 50)
  const body = pictureForm(bytes)
  body.delete('alt')
  const response = await server.send('/api/media', { cookie, body })
  expect(response.status).toBe(400)
  expect((await response.json()).detail).toBe('Send the image as a form with the fields file and alt.')
  expect(await server.query('select 1 from media')).toEqual([])
  expect((await upload(bytes, 'line.jpg', '')).body.alt).toBe('')
})
