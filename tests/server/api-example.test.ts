import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { createApiToken } from '../helpers/api-token.ts'
import { findProgram } from '../helpers/find-program.ts'
import { startTestServer } from '../helpers/test-server.ts'

const [, example = ''] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? []
const missing = ['bash', 'curl', 'jq'].filter((name) => !findProgram(name))
if (missing.length > 0)
  console.warn(`The example in docs/api.md is not tested: there is no ${missing.join(', ')}.`)

/** Runs the example as a reader would, with the first three lines filled in. */
async function runExample(values: Record<'SITE' | 'TOKEN' | 'POST', string>) {
  let script = example
  for (const [name, value] of Object.entries(values)) {
    expect(script).toMatch(new RegExp(`^${name}=`, 'm'))
    script = script.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  }
  const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', script])
  return stdout.trim()
}

test.skipIf(missing.length > 0)('the example in docs/api.md publishes a draft', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const json = { title: 'Hello from “curl”', content: '<p>A <strong>bold</strong> “text” \\ & more</p>' }
  const draft = await (await server.send(paths.api.blog, { cookie, json })).json()
  const values = { SITE: server.url, POST: String(draft.id) }
  const tokenOf = async (...scopes: Parameters<typeof createApiToken>[2]) =>
    (await createApiToken(server, cookie, scopes)).headers.authorization.replace('Bearer ', '')

  const failure = runExample({ ...values, TOKEN: await tokenOf('write-drafts') })
  await expect(failure).rejects.toMatchObject({ code: 22 })
  const said = await runExample({ ...values, TOKEN: await tokenOf('publish') })
  expect(said).toBe(`Published: ${paths.post('hello-from-curl')}`)
  const published = await (await server.send(paths.api.post('hello-from-curl'))).json()
  expect(published).toMatchObject({ title: json.title, content: draft.content, isPublished: true })
  expect(published.excerpt).toBe(draft.excerpt)
  expect(await server.query(`select action, user_id, token_id from activity where kind = 'post'`)).toEqual([
    { action: 'post-published', user_id: 1, token_id: 2 },
  ])
})
