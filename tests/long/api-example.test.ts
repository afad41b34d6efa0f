import { expect, test } from 'vitest'
import { createApiToken } from '../../features/accounts/testing/api-token.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { missing, readScripts, runScript } from '../helpers/run-script.ts'
import { startSignedIn } from '../helpers/test-server.ts'

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
