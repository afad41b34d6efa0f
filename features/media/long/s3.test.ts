import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startFakeS3 } from '../../../tests/fakes/fake-s3.ts'
import { pdf } from '../../../tests/helpers/test-files.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import type { StoredFile } from '../contract/files.ts'
import type { MediaItem } from '../contract/media.ts'
import { sweepStored } from '../server/stored-rows.ts'
import { pictureForm } from '../testing/test-media.ts'

const away = 'We can’t reach the image storage right now. Please try again in a moment.'

async function startWithBucket() {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.close())
  const { server, cookie } = await startSignedIn({ env: { MEDIA_STORE: s3.address } })
  async function upload() {
    const photo = sharp({ create: { width: 600, height: 360, channels: 3, background: '#306040' } })
    const body = pictureForm(await photo.jpeg().toBuffer())
    const response = await server.send('/api/media', { cookie, body })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as MediaItem & { detail: string },
    }
  }
  const show = (path: string, headers: Record<string, string> = {}) =>
    server.send(path, { headers: { accept: 'image/avif,image/webp,*/*', ...headers } })
  const remove = (id: number) => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
  const rows = () => server.query<{ name: string; ready_at: Date | null }>('select name, ready_at from media')
  return { s3, server, upload, show, remove, rows }
}

test('a picture is stored in the bucket, served from there in an accepted format, and deleted', async () => {
  const { s3, upload, show, remove, rows } = await startWithBucket()
  const { status, body } = await upload()
  expect(status).toBe(201)
  const [row] = await rows()
  const keys = [...s3.objects.keys()]
  expect(keys.length).toBeGreaterThanOrEqual(6)
  for (const key of keys) expect(key).toMatch(new RegExp(`^${row?.name}/\\d+\\.(avif|webp|jpg)$`))

  const shown = await show(body.src)
  expect(shown.status).toBe(200)
  const bytes = Buffer.from(await shown.arrayBuffer())
  const stored = s3.objects.get(`${row?.name}/${body.src.split('-').at(-1)}.avif`)
  expect(bytes.equals(stored ?? Buffer.alloc(0))).toBe(true)
  expect(shown.headers.get('content-type')).toBe('image/avif')
  expect(shown.headers.get('content-length')).toBe(String(bytes.length))
  expect(shown.headers.get('cache-control')).toContain('immutable')
  const jpeg = await show(body.src, { accept: 'image/jpeg' })
  expect((await sharp(Buffer.from(await jpeg.arrayBuffer())).metadata()).format).toBe('jpeg')

  s3.asked.length = 0
  const again = await show(body.src, { 'if-none-match': shown.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(s3.asked.filter((one) => one.startsWith('GET'))).toEqual([])

  expect((await remove(body.id)).status).toBe(204)
  expect(s3.objects.size).toBe(0)
  expect(await rows()).toEqual([])
  expect((await show(body.src)).status).toBe(404)
})

// Slow: the server waits several seconds for a bucket that does not respond.
test('a bucket that is down, refuses, or does not respond is reported in plain words, and leaves nothing behind', {
  timeout: 60_000,
}, async () => {
  const { s3, server, upload, show, remove, rows } = await startWithBucket()
  const { body: kept } = await upload()
  const before = new Map(s3.objects)
  for (const fault of [500, 503, 403] as const) {
    s3.fault = fault
    const refused = await upload()
    expect(refused.status, String(fault)).toBe(503)
    expect(refused.body.detail).toBe(away)
    expect(refused.retryAfter).toBe('30')
    const shown = await show(kept.src)
    expect(shown.status).toBe(503)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(await shown.text()).not.toContain('SECRET')
    expect((await remove(kept.id)).status).toBe(503)
    // The failed deletion has hidden the picture, and the clean-up would finish it. Show the picture again.
    await server.query('update media set ready_at = now() where id = $1', [kept.id])
  }
  expect(server.logged.join('')).not.toContain('test/secret')

  s3.fault = 'none'
  expect((await show(kept.src)).status).toBe(200)
  expect([...s3.objects.keys()].filter((key) => !before.has(key))).toEqual([])
  // The row of a refused upload stays until the clean-up deletes it.
  await server.query(`update media set created_at = now() - interval '2 hours' where ready_at is null`)
  await sweepStored(server.instance.db, server.instance.media)
  expect(await rows()).toMatchObject([{ ready_at: expect.any(Date) }])

  await s3.close()
  const refused = await upload()
  expect(refused.status).toBe(503)
  expect(refused.body.detail).toBe(away)
  expect((await server.send(paths.home)).status).toBe(200)
})

test('a deletion that the bucket does not carry out is noticed, and done later', async () => {
  const { s3, server, upload, remove, rows } = await startWithBucket()
  const { body } = await upload()
  s3.fault = 'deletes-nothing'
  expect((await remove(body.id)).status).toBe(503)
  expect(s3.objects.size).toBeGreaterThan(0)
  expect(await rows()).toMatchObject([{ ready_at: null }])
  s3.fault = 'none'
  await server.query(`update media set created_at = now() - interval '2 hours'`)
  await sweepStored(server.instance.db, server.instance.media)
  expect(s3.objects.size).toBe(0)
  expect(await rows()).toEqual([])
})

test('a bucket that stops in the middle ends the response and blocks no one', {
  timeout: 60_000,
}, async () => {
  const { s3, server, upload, show } = await startWithBucket()
  const { body } = await upload()
  for (const fault of ['cut', 'stalled'] as const) {
    s3.fault = fault
    await expect(
      show(body.src).then((response) => response.arrayBuffer()),
      fault,
    ).rejects.toThrow()
  }
  s3.fault = 'silent'
  s3.asked.length = 0
  const responses: string[] = []
  const waiting = show(body.src).then(({ status }) => responses.push(`picture ${status}`))
  await expect.poll(() => s3.asked).not.toEqual([])
  const home = server.send(paths.home).then(({ status }) => responses.push(`home ${status}`))
  await Promise.all([waiting, home])
  // The home page was sent later but is done first, because it does not wait for the bucket.
  expect(responses).toEqual(['home 200', 'picture 503'])
})

test('a PDF is stored in the bucket, downloaded through the app, and deleted', async () => {
  const { s3, server } = await startWithBucket()
  const cookie = await server.signIn()
  const form = new FormData()
  form.set('file', new Blob([pdf()]), 'report.pdf')
  const file: StoredFile = await (await server.send('/api/files', { cookie, body: form })).json()
  expect([...s3.objects.keys()]).toEqual([file.url.slice(1)])
  const shown = await server.send(file.url)
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf())).toBe(true)
  expect((await server.send(`/api/files/${file.id}`, { method: 'DELETE', cookie })).status).toBe(204)
  expect([...s3.objects.keys()]).toEqual([])
})
