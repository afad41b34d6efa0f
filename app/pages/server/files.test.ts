import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../../bin/prepare.js'
import { paths } from '../../../core/contract/paths.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'

const files = [...readdirSync(`${root}/core/web/public`).map((name) => `/${name}`), paths.manifest]

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

test('built files come in the encoding that is asked for, the same each time, and are kept for a year', async () => {
  const { send } = await startTestServer()
  const folder = `${root}/dist/admin/assets/`
  const name = readdirSync(folder).find((file) => file.endsWith('.js')) ?? ''
  const plain = readFileSync(folder + name, 'utf8')
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br', 'br'],
  ] as const) {
    const answer = await send(paths.asset(name), { headers: { 'accept-encoding': accepted } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).not.toContain('sha256-')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(await answer.text()).toBe(plain)
  }
  const font = readdirSync(`${root}/dist/client/assets/`).find((file) => file.endsWith('.woff2')) ?? ''
  const answer = await send(paths.asset(font), { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('content-type')).toBe('font/woff2')
  expect((await send(paths.asset('../.vite/manifest.json'))).status).toBe(404)
})

test('the manifest of another name is another file', async () => {
  const first = await (await startTestServer()).send(paths.manifest)
  const second = await (await startTestServer({ env: { SITE_NAME: 'Harbor AI' } })).send(paths.manifest)
  expect(((await second.json()) as { name: string }).name).toBe('Harbor AI')
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
})

test.each(['admin', 'client', 'room'])(
  'no circle of scripts, one of which would run too early: %s',
  (name) => {
    const manifest: Record<string, { imports?: string[] }> = JSON.parse(
      readFileSync(`${root}/dist/${name}/.vite/manifest.json`, 'utf8'),
    )
    function reach(script: string, reached = new Set<string>()): Set<string> {
      for (const next of manifest[script]?.imports ?? [])
        if (!reached.has(next)) reach(next, reached.add(next))
      return reached
    }
    const scripts = Object.keys(manifest)
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts.filter((script) => reach(script).has(script))).toEqual([])
  },
)
