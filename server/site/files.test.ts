import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'

const files = [...readdirSync(`${root}/web/public`).map((name) => `/${name}`), paths.manifest]

test('icons, the social picture and the manifest are asked for again, not fetched again', async () => {
  const { send } = await startTestServer()
  expect(files).toContain('/social.png')
  for (const path of files) {
    const first = await send(path)
    expect(first.status, path).toBe(200)
    expect(first.headers.get('cache-control'), path).toBe('public, max-age=86400')
    const etag = first.headers.get('etag') ?? ''
    expect(etag, path).toMatch(/^"[\w-]{22}"$/)

    const again = await send(path, { headers: { 'if-none-match': etag } })
    expect(again.status, path).toBe(304)
    expect(again.headers.get('etag'), path).toBe(etag)
    expect(await again.text()).toBe('')

    const changed = await send(path, { headers: { 'if-none-match': '"something else"' } })
    expect(changed.status, path).toBe(200)
    expect((await changed.arrayBuffer()).byteLength).toBeGreaterThan(200)
  }
})

test('the manifest of another name is another file', async () => {
  const first = await (await startTestServer()).send(paths.manifest)
  const second = await (await startTestServer({ env: { SITE_NAME: 'Harbor AI' } })).send(paths.manifest)
  expect(((await second.json()) as { name: string }).name).toBe('Harbor AI')
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
})
