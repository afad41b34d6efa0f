import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import type { Post } from '../../contract/posts.ts'
import { illustrateSamples, seedSamples } from './samples.ts'

// An empty site starts with ten sample posts. The test is slow, because the server converts a picture for each of them
// to several widths.
test('samples fill an empty blog once, get their pictures, and can be removed and restored unless someone has changed them', async () => {
  const server = await startTestServer()
  const { db, media } = server.instance
  const cookie = await server.signIn()
  await Promise.all([seedSamples(db), seedSamples(db)])
  await seedSamples(db)
  const list = async () => (await (await server.send('/api/blog?limit=50', { cookie })).json()) as Post[]
  const posts = await list()
  expect(posts).toHaveLength(10)
  expect(posts.every((post) => post.isPublished && post.authorType === 'ai')).toBe(true)
  expect(new Set(posts.map((post) => post.publishedAt)).size).toBe(10)

  await illustrateSamples(db, media)
  const illustrated = await list()
  expect(illustrated.every((post) => post.imageUrl?.startsWith('/media/'))).toBe(true)
  expect((await server.send(illustrated[0]?.imageUrl ?? '')).status).toBe(200)
  await illustrateSamples(db, media)
  expect(await server.query('select count(*)::int as n from media')).toEqual([{ n: 10 }])
  expect(await (await server.send(paths.home)).text()).toContain(illustrated[0]?.title)

  const [changed] = illustrated
  if (!changed) throw new Error('there is no sample')
  const { id, version, content } = changed
  await server.send('/api/blog', { cookie, json: { id, version, title: 'Mine now', content } })
  const count = async (method: string) =>
    (await server.send('/api/settings/samples', { method, cookie })).json() as Promise<{ count: number }>
  expect(await count('GET')).toEqual({ count: 9 })
  expect(await count('DELETE')).toEqual({ count: 9 })
  expect((await list()).map((post) => post.title)).toEqual(['Mine now'])
  await seedSamples(db)
  expect(await list()).toHaveLength(1)

  expect(await count('POST')).toEqual({ count: 9 })
  expect(await count('POST')).toEqual({ count: 0 })
  expect(await list()).toHaveLength(10)
  expect(await count('DELETE')).toEqual({ count: 9 })
})

test('samples stay out of a database that ever had a post', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await server.send('/api/blog', { cookie, json: { title: 'First', content: '<p>x</p>' } })
  await seedSamples(server.instance.db)
  expect(await server.query('select title from blog_posts')).toEqual([{ title: 'First' }])
})
