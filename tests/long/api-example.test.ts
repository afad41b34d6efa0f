import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { createApiToken } from '../../features/accounts/testing/api-token.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { importPartBytes } from '../../features/transfer/contract/imports.ts'
import { makeFolder } from '../../features/transfer/testing/read-source.ts'
import { writeWordpressExport } from '../../features/transfer/testing/wordpress-export.ts'
import { writeZip } from '../../features/transfer/testing/zip.ts'
import { findProgram } from '../helpers/find-program.ts'
import { startSignedIn } from '../helpers/test-server.ts'

/** The scripts of a page */
const readScripts = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, script = '']) => script,
  )

const missing = ['bash', 'curl', 'jq'].filter((name) => !findProgram(name))
if (missing.length > 0) console.warn(`The scripts in docs are not tested: there is no ${missing.join(', ')}.`)

/** Runs a script as a reader would, with values for its settings. */
async function runScript(script: string, values: Record<string, string>, folder = root) {
  for (const [name, value] of Object.entries(values)) {
    expect(script).toMatch(new RegExp(`^${name}=`, 'm'))
    script = script.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  }
  const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', script], { cwd: folder })
  return (await run).stdout.trim()
}

test.skipIf(missing.length > 0)('the example in docs/api.md publishes a draft', async () => {
  const { server, cookie } = await startSignedIn()
  const json = { title: 'Hello from “curl”', content: '<p>A <strong>bold</strong> “text” \\ & more</p>' }
  const draft = await (await server.send('/api/blog', { cookie, json })).json()
  const values = { SITE: server.url, POST: String(draft.id) }
  const tokenOf = async (...scopes: Parameters<typeof createApiToken>[2]) =>
    (await createApiToken(server, cookie, scopes)).headers.authorization.replace('Bearer ', '')

  const [example = ''] = readScripts('docs/api.md')
  const failure = runScript(example, { ...values, TOKEN: await tokenOf('write-drafts') })
  await expect(failure).rejects.toMatchObject({ code: 22 })
  const said = await runScript(example, { ...values, TOKEN: await tokenOf('publish') })
  expect(said).toBe(`Published: ${postPaths.post('hello-from-curl')}`)
  const published = await (await server.send('/api/blog/hello-from-curl')).json()
  expect(published).toMatchObject({ title: json.title, content: draft.content, isPublished: true })
  expect(published.excerpt).toBe(draft.excerpt)
  expect(await server.query(`select action, user_id, token_id from activity where kind = 'post'`)).toEqual([
    { action: 'post-published', user_id: 1, token_id: 2 },
  ])
})

test.skipIf(missing.length > 0).each(['one request', 'parts'])(
  'the script in features/transfer/office.md uploads in %s, checks, and imports',
  async (way) => {
    const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
    const { headers } = await createApiToken(server, cookie, ['import-site'])
    const [settings = '', inOneRequest = '', inParts = '', steps = ''] = readScripts(
      'features/transfer/office.md',
    ).slice(-4)
    const folder = makeFolder()
    // Two parts
    const filler = `<!-- ${'x'.repeat(way === 'parts' ? importPartBytes : 1)} -->`
    const posts = [{ id: 1, slug: 'hello', title: 'Hello', content: `${filler}<p>Words</p>` }]
    await writeWordpressExport(join(folder, 'export.xml'), { posts })
    await writeZip(join(folder, 'pictures of Ann.zip'), [{ path: 'readme.txt', content: 'No pictures' }])
    const values = {
      SITE: server.url,
      TOKEN: headers.authorization.replace('Bearer ', ''),
      UPLOADS: '"pictures of Ann.zip"',
    }
    const said = await runScript(
      `${settings}\n${way === 'parts' ? inParts : inOneRequest}\n${steps}`,
      values,
      folder,
    )
    expect(said).toContain('"state": "checked"')
    expect(said).toContain('"state": "finished"')
    expect(await server.query('select slug, is_published from blog_posts')).toEqual([
      { slug: 'hello', is_published: false },
    ])
    expect(readFileSync(join(folder, 'notes.csv'), 'utf8')).toContain('"About","Note"')
  },
  60_000,
)

test.skipIf(missing.length > 0)(
  'the script in features/transfer/office-export.md downloads an export, and stops at the first failure',
  async () => {
    const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
    const [script = ''] = readScripts('features/transfer/office-export.md')
    const folder = makeFolder()
    const run = async (scope: 'export-site' | 'read-posts') => {
      const { headers } = await createApiToken(server, cookie, [scope])
      const TOKEN = headers.authorization.replace('Bearer ', '')
      return runScript(script, { SITE: server.url, TOKEN }, folder)
    }
    // One message of curl, because nothing comes after the refused request.
    await expect(run('read-posts')).rejects.toMatchObject({
      code: 22,
      stderr: expect.stringMatching(/^curl: \(22\)[^\n]*\n$/),
    })
    expect(existsSync(join(folder, 'site.zip'))).toBe(false)
    expect(await run('export-site')).toContain('"state": "finished"')
    expect(readFileSync(join(folder, 'site.zip')).toString('latin1', 0, 2)).toBe('PK')
  },
  60_000,
)
