import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { createApiToken } from '../../accounts/testing/api-token.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { startUpload } from '../testing/import-site.ts'

test('readers are told nothing about who wrote an imported post, until an editor says so', async () => {
  const site = new Blob(['---\ntitle: Hello\ndate: 2026-01-01\n---\nWords'])
  const { server, access, run } = await startUpload({ site, name: 'hello.md' })
  await run('start')
  const read = async (path: string) => (await server.send(path)).text()
  const tell = async () => ({
    page: /This post was written[^<]*|ai-disclosure/.exec(await read(postPaths.post('hello')))?.[0],
    twin: /This post was written.*|AI disclosure/.exec(await read(postPaths.postMarkdown('hello')))?.[0],
    feed: JSON.parse(await read(paths.jsonFeed)).items[0]._everyday_ai,
  })
  expect(await tell()).toEqual({})

  const post = await (await server.send('/api/blog/hello')).json()
  expect(post).toMatchObject({ disclosure: 'unknown', authorType: 'human' })
  async function save(json: object, who: object = access) {
    const { title, content } = post
    const options = { method: 'PUT', json: { title, content, ...json }, ...who }
    const response = await server.send(`/api/blog/${post.id}`, options)
    expect(response.status).toBe(200)
  }
  await save({ version: 1, title: 'Hello again' })
  const { headers } = await createApiToken(server, access.cookie, ['write-drafts', 'publish'])
  await save({ version: 2, authorType: 'human' }, { headers })
  expect(await tell()).toEqual({})
  await save({ version: 3, authorType: 'human' })
  // Cached pages are dropped a moment after the save.
  await expect.poll(tell).toEqual({
    page: 'ai-disclosure',
    twin: 'This post was written by a person.',
    feed: expect.objectContaining({ disclosure: 'human-only' }),
  })
})
