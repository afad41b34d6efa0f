import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { createApiToken } from '../../tests/helpers/api-token.ts'
import { exportSiteOf } from '../../tests/helpers/export-site.ts'
import { runStep, uploadSmall } from '../../tests/helpers/imports/import-site.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'

const refusal =
  'An export of this software says itself what is a draft and who wrote it. Import it without these two choices.'

async function startOwnImport() {
  const old = await startTestServer()
  const cookie = await old.signIn()
  const json = { title: 'Hello', content: '<p>Words</p>', author: 'Ann', isPublished: true }
  expect((await old.send(paths.api.blog, { cookie, json })).status).toBe(201)
  const { file } = await exportSiteOf(old)
  const server = await startTestServer({ jobPause: 0.5 })
  const access = { cookie: await server.signIn() }
  const site = new Blob([new Uint8Array(await readFile(file))])
  const { id } = await uploadSmall(server, access, { site, name: 'site.zip' })
  return { server, access, id }
}

test('readers are told nothing about who wrote an imported post, until an editor says so', async () => {
  const { server, access, id } = await startOwnImport()
  await runStep(server, access, id, 'importStart')
  const read = async (path: string) => (await server.send(path)).text()
  const tell = async () => ({
    page: /This post was written[^<]*|ai-disclosure/.exec(await read(paths.post('hello')))?.[0],
    twin: /This post was written.*|AI disclosure/.exec(await read(paths.postMarkdown('hello')))?.[0],
    feed: JSON.parse(await read(paths.jsonFeed)).items[0]._everyday_ai,
  })
  expect(await tell()).toEqual({})

  const post = await (await server.send(paths.api.post('hello'))).json()
  expect(post).toMatchObject({ disclosure: 'unknown', authorType: 'human' })
  async function save(json: object, who: object = access) {
    const { title, content } = post
    const options = { method: 'PUT', json: { title, content, ...json }, ...who }
    const response = await server.send(paths.api.post(post.id), options)
    expect(response.status).toBe(200)
  }
  await save({ version: 1, title: 'Hello again' })
  const { headers } = await createApiToken(server, access.cookie, ['write-drafts', 'publish'])
  await save({ version: 2, authorType: 'human' }, { headers })
  expect(await tell()).toEqual({})
  await save({ version: 3, authorType: 'human' })
  expect(await tell()).toEqual({
    page: 'ai-disclosure',
    twin: 'This post was written by a person.',
    feed: expect.objectContaining({ disclosure: 'human-only' }),
  })
})

test('our own export refuses choices about drafts and authors', async () => {
  const { server, access, id } = await startOwnImport()
  await runStep(server, access, id, 'importCheck')
  for (const json of [{ status: 'draft' }, { author: 'The office' }]) {
    const response = await server.send(paths.api.importStart(id), { ...access, json })
    expect([response.status, (await response.json()).detail]).toEqual([400, refusal])
  }
  expect(await runStep(server, access, id, 'importStart')).toMatchObject({ state: 'finished' })
  expect(await server.query('select author, is_published from blog_posts')).toEqual([
    { author: 'Ann', is_published: true },
  ])
})

test('without a check before, the import refuses the choices, and can be started without them', async () => {
  const { server, access, id } = await startOwnImport()
  expect(await runStep(server, access, id, 'importStart', { status: 'draft' })).toMatchObject({
    state: 'failed',
    problem: refusal,
  })
  expect(await server.query('select from blog_posts')).toEqual([])
  expect(await runStep(server, access, id, 'importStart')).toMatchObject({
    state: 'finished',
    counts: { posts: 1 },
  })
})
