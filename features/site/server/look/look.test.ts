import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { originalLook } from '../../../../core/contract/look/look.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { guestPaths } from '../../../guests/contract/guest-paths.ts'
import { readMediaAddress } from '../../../media/contract/media.ts'
import { deleteFiles } from '../../../media/server/store.ts'
import { photo, startMedia } from '../../../media/testing/test-media.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { boldLook, findLookStyles, saveLook } from '../../testing/publish-look.ts'

const read = async (server: TestServer, path: string, cookie?: string) =>
  (await server.send(path, cookie === undefined ? {} : { cookie })).text()

/** Publishes a look, and returns the path of its style sheet on the home page. */
async function publish(server: TestServer, cookie: string, look: unknown): Promise<string> {
  const before = findLookStyles(await read(server, paths.home))
  expect((await saveLook(server, cookie, look)).status).toBe(200)
  await expect.poll(async () => findLookStyles(await read(server, paths.home))).not.toEqual(before)
  const [style = ''] = findLookStyles(await read(server, paths.home))
  return style
}

// Each server remembers which style sheets it has stored.
describe('the style sheet of a look', () => {
  test('is linked only when something differs from the original', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    const fresh = await read(server, paths.home)
    expect(findLookStyles(fresh)).toEqual([])
    expect(fresh).toContain('fraunces')
    expect((await saveLook(server, cookie, originalLook)).status).toBe(200)
    await expect.poll(() => read(server, paths.home)).toBe(fresh)
  })

  test('is linked after the style sheet of each page, with only the fonts of its pair', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    const style = await publish(server, cookie, boldLook)
    expect(style).toMatch(/^\/brand-[0-9a-f]{16}\.css$/)
    for (const path of [
      paths.home,
      postPaths.blog,
      paths.login,
      guestPaths.lostLink,
      sitePaths.waitlist,
      '/nowhere',
    ]) {
      const html = await read(server, path)
      const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)
      expect(sheets).toEqual([expect.stringMatching(/^\/assets\//), style])
      const fonts = [...html.matchAll(/rel="preload" href="\/assets\/([a-z0-9-]+)-[\w-]{8}\.woff2"/g)]
      expect(fonts.map(([, name]) => name)).toEqual(['newsreader', 'instrument-sans'])
      expect(html).not.toMatch(/ style="|<style/)
    }
    // The admin's own app keeps its look.
    const admin = await read(server, paths.admin, cookie)
    expect(findLookStyles(admin)).toEqual([])
    expect(admin).toContain('fraunces')
  })

  test('is compressed, kept for a year, and has the headers of other assets', async () => {
    const server = await startTestServer({ env: {} })
    const style = await publish(server, await server.signIn(), boldLook)
    const [asset = ''] = /\/assets\/[\w-]+\.css/.exec(await read(server, paths.home)) ?? []
    const headersOf = async (path: string, encoding: string) => {
      const { headers } = await server.send(path, { headers: { 'accept-encoding': encoding } })
      const changing = ['date', 'content-length', 'x-request-id']
      return Object.fromEntries([...headers].filter(([name]) => !changing.includes(name)))
    }
    for (const encoding of ['br', 'gzip', 'identity'])
      expect(await headersOf(style, encoding)).toEqual(await headersOf(asset, encoding))
    const response = await server.send(style)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    const css = await response.text()
    expect(css).toContain('--color-green:light-dark(#1d4ed8,')
    expect(css).toMatch(/--radius-lg:8px/)
    expect(css.length).toBeLessThan(4500)
    // Only fonts and custom properties
    expect(
      css.replaceAll(/@font-face\{[^}]*\}/g, '').replaceAll(/@layer tokens\{:root\{[^}]*\}\}/g, ''),
    ).toBe('')
  })

  test('still answers when another look is public, on every instance, also after a restart', async () => {
    const one = await startTestServer({ env: {} })
    const cookie = await one.signIn()
    const first = await publish(one, cookie, boldLook)
    const css = await read(one, first)
    const second = await publish(one, cookie, { ...boldLook, mainColor: '#7f1d1d' })
    expect(second).not.toBe(first)
    const two = await startTestServer({ connectionString: one.connectionString })
    for (const server of [one, two]) {
      expect(await read(server, first)).toBe(css)
      expect(await read(server, second)).toContain('#7f1d1d')
      expect(findLookStyles(await read(server, paths.home))).toEqual([second])
    }
  })

  test('is stored at most 50 times', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    await server.query(
      `insert into look_styles (hash, css, used_at)
       select lpad(to_hex(n), 16, '0'), 'a{}', now() - n * interval '1 hour' from generate_series(1, 60) n`,
    )
    const style = await publish(server, cookie, boldLook)
    const rows = await server.query<{ hash: string }>('select hash from look_styles order by used_at desc')
    expect(rows).toHaveLength(50)
    expect(paths.lookStyle(rows[0]?.hash ?? '')).toBe(style)
    expect((await server.send(paths.lookStyle(`${'0'.repeat(15)}1`))).status).toBe(200)
    expect((await server.send(paths.lookStyle(`${'0'.repeat(14)}3c`))).status).toBe(404)
  })

  test('is a 404 with an unknown hash', async () => {
    const server = await startTestServer({ env: {} })
    for (const hash of ['0'.repeat(16), 'x', '0'.repeat(17), "'", `${'0'.repeat(15)}G`, '..%2f'])
      expect((await server.send(paths.lookStyle(hash))).status, hash).toBe(404)
    const { headers } = await server.send(paths.lookStyle('0'.repeat(16)))
    expect(headers.get('cache-control')).not.toContain('immutable')
  })
})

describe('a look', () => {
  test('takes no CSS in any field', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    const hostile = [
      '#fff;}body{display:none}',
      'url(//evil.example)',
      '</style>',
      '#1d4ed8 red',
      "a'b",
      7,
      null,
    ]
    for (const field of Object.keys(originalLook))
      for (const value of hostile) {
        const saved = await saveLook(server, cookie, { ...originalLook, [field]: value })
        expect([400, 422], `${field}: ${value}`).toContain(saved.status)
        const style = new URLSearchParams({
          mainColor: '#1d4ed8',
          actionColor: '#1d4ed8',
          fontPair: 'fraunces-figtree',
          corners: 'round',
          [field]: String(value),
        })
        const preview = await server.send(`${paths.api.lookPreviewStyle}?${style}`, { cookie })
        expect(preview.status, `${field}: ${value}`).toBe(400)
      }
    expect(await server.query('select * from look_styles')).toEqual([])
  })

  test('that is a draft changes no page, and its preview stores nothing', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    const fresh = await read(server, paths.home)
    expect((await saveLook(server, cookie, boldLook, { isPublished: false })).status).toBe(200)
    const preview = await server.send('/api/site/sections/look/preview', {
      cookie,
      method: 'POST',
      json: { value: boldLook, page: 'home' },
    })
    const { html } = (await preview.json()) as { html: string }
    const [style = ''] = /\/api\/site\/look\.css[^"]*/.exec(html) ?? []
    const css = await server.send(style.replaceAll('&amp;', '&'), { cookie })
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(css.headers.get('cache-control')).toBe('no-store')
    expect(await css.text()).toContain('light-dark(#1d4ed8,')
    expect(await read(server, paths.home)).toBe(fresh)
    expect(await server.query('select * from look_styles')).toEqual([])
  })

  test('shows its logo with its size, and without it once it is deleted', async () => {
    const { server, cookie, added } = await startMedia()
    const { src: logo } = await added(await photo(900, 300))
    const name = readMediaAddress(logo)?.name
    await publishLogo({ ...originalLook, logo, showName: false })
    const html = await read(server, paths.home)
    expect(html).toContain(
      `<img class="logo-image" src="/media/${name}-480" width="132" height="44" alt="Everyday AI"/>`,
    )
    // Nothing in the style sheet differs, so there is none.
    expect(findLookStyles(html)).toEqual([])
    await publishLogo({ ...originalLook, logo, logoPlate: 'light' })
    expect(await read(server, paths.home)).toMatch(/<img class="logo-image logo-on-light"[^>]* alt=""/)

    await server.query('delete from media')
    await publishLogo({ ...originalLook, logo, logoPlate: 'dark' })
    expect(await read(server, paths.home)).not.toContain('logo-image')

    async function publishLogo(look: unknown) {
      const before = await read(server, paths.home)
      expect((await saveLook(server, cookie, look)).status).toBe(200)
      await expect.poll(() => read(server, paths.home)).not.toBe(before)
    }
  })
})

test('a picture that is the logo cannot be deleted', async () => {
  const { server, cookie, added } = await startMedia()
  const { src: logo, id } = await added(await photo(900, 300))
  const remove = () => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
  for (const isPublished of [false, true]) {
    expect((await saveLook(server, cookie, { ...originalLook, logo }, { isPublished })).status).toBe(200)
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect((await refused.json()).detail).toBe('This image is used in Site > Look. Remove it there first.')
    expect(await (await server.send('/api/media', { cookie })).json()).toMatchObject([{ id, uses: 1 }])
  }
  expect((await saveLook(server, cookie, originalLook)).status).toBe(200)
  expect((await remove()).status).toBe(204)
})

test('a picture that is no longer in Media cannot become the logo, even if both happen at once', async () => {
  const { server, cookie, added } = await startMedia()
  const remove = (id: number) => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
  const gone = await added(await photo(20, 20))
  expect((await remove(gone.id)).status).toBe(204)
  for (const isPublished of [false, true]) {
    const refused = await saveLook(server, cookie, { ...originalLook, logo: gone.src }, { isPublished })
    expect(refused.status).toBe(422)
    expect((await refused.json()).fields).toEqual({
      logo: 'This image is no longer in Media. Choose another one.',
    })
  }
  for (let round = 0; round < 8; round++) {
    const { id, src: logo } = await added(await photo(20, 20))
    const [saved, deleted] = await Promise.all([
      saveLook(server, cookie, { ...originalLook, logo }),
      remove(id),
    ])
    expect([
      [200, 409],
      [422, 204],
    ]).toContainEqual([saved.status, deleted.status])
  }
})

describe('icons and social pictures', () => {
  const files = [paths.favicon, paths.touchIcon, paths.icon(192), paths.icon(512), paths.socialPicture]
  const bytesOf = async (server: TestServer, path: string) => {
    const response = await server.send(path)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('are the original files until something on them changes', async () => {
    const server = await startTestServer({ env: {} })
    for (const path of files)
      expect((await bytesOf(server, path)).bytes.equals(readFileSync(`core/web/public${path}`)), path).toBe(
        true,
      )
    expect((await server.send(paths.logo)).status).toBe(404)
    const html = await read(server, paths.home)
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
    expect(html).toContain('/social.png"')
    expect(JSON.parse(await read(server, paths.manifest)).icons[0].src).toBe('/icon-192.png')
  })

  test('follow the colors, at addresses with a version', async () => {
    const server = await startTestServer({ env: {} })
    await publish(server, await server.signIn(), boldLook)
    const html = await read(server, paths.home)
    const [, version = ''] = /href="\/apple-touch-icon\.png\?v=([0-9a-f]{8})"/.exec(html) ?? []
    expect(version).not.toBe('')
    expect(html).toContain(`/social.png?v=${version}"`)
    expect(html).toContain('%231d4ed8')
    expect(html).toMatch(/theme-color" content="#[0-9a-f]{6}" media="\(prefers-color-scheme: dark\)/)
    expect(html).not.toContain('#0b1510')
    expect(JSON.parse(await read(server, paths.manifest)).icons[1].src).toBe(`/icon-512.png?v=${version}`)
    for (const path of files) {
      const { status, bytes } = await bytesOf(server, `${path}?v=${version}`)
      expect(status).toBe(200)
      expect(bytes.equals(readFileSync(`core/web/public${path}`)), path).toBe(false)
      // An icon file holds a PNG.
      const picture = await sharp(path === paths.favicon ? bytes.subarray(22) : bytes).metadata()
      expect(picture.format).toBe('png')
    }
    expect([...(await bytesOf(server, paths.favicon)).bytes.subarray(0, 8)]).toEqual([
      0, 0, 1, 0, 1, 0, 32, 32,
    ])
  })

  test('show the logo, and the drawn one if its file is gone', async () => {
    const { server, cookie, added } = await startMedia()
    const { src: logo } = await added(await photo(900, 300))
    expect((await saveLook(server, cookie, { ...originalLook, logo })).status).toBe(200)
    await expect.poll(() => read(server, paths.home)).toContain('rel="icon" href="/icon-192.png?v=')
    const { bytes: mailLogo } = await bytesOf(server, paths.logo)
    expect(await sharp(mailLogo).metadata()).toMatchObject({ format: 'png', width: 264, height: 88 })
    const withLogo = (await bytesOf(server, paths.icon(192))).bytes

    await deleteFiles(server.instance.media, readMediaAddress(logo)?.name ?? '')
    expect((await saveLook(server, cookie, { ...originalLook, logo, showName: false })).status).toBe(200)
    await expect.poll(async () => (await bytesOf(server, paths.icon(192))).bytes.equals(withLogo)).toBe(false)
    expect((await server.send(paths.logo)).status).toBe(404)
  })

  test('of posts follow the look, too', async () => {
    const { server, cookie } = await startSignedIn({ env: {} })
    const json = { title: 'A title', content: '<p>Text.</p>', isPublished: true }
    expect((await server.send('/api/blog', { cookie, json })).status).toBe(201)
    const picture = postPaths.postPicture('a-title')
    const { bytes: before } = await bytesOf(server, picture)
    await publish(server, cookie, boldLook)
    await expect.poll(async () => (await bytesOf(server, picture)).bytes.equals(before)).toBe(false)
    const [, address = ''] =
      /og:image" content="([^"]+)"/.exec(await read(server, postPaths.post('a-title'))) ?? []
    expect(new URL(address.replaceAll('&amp;', '&')).searchParams.getAll('v')).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^[0-9a-f]{8}$/),
    ])
  })

  test('show the name and the headline of the office', async () => {
    const server = await startTestServer({ env: { SITE_NAME: 'Harbor Helpers' } })
    expect(
      (await bytesOf(server, paths.socialPicture)).bytes.equals(readFileSync('core/web/public/social.png')),
    ).toBe(false)
  })
})
