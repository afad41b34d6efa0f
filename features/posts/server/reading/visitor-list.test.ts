import { expect, test } from 'vitest'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import type { Post } from '../../contract/posts.ts'

test('a visitor gets up to 100 posts at once with their content, streamed, and a link to the rest', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await server.query(`
    insert into blog_posts (title, slug, content, excerpt, author, author_type, is_published, published_at)
    select 'Post ' || n, 'post-' || n, '<p>' || repeat('word ', 2000) || n || '</p>', 'Short', 'Ann', 'human', true,
      now() - n * interval '1 minute'
    from generate_series(1, 130) n`)
  const first = await server.send('/api/blog?limit=500')
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toContain('application/json')
  // The response is streamed, so its length is not known in advance.
  expect(first.headers.get('content-length')).toBeNull()
  expect(first.headers.get('x-total-count')).toBe('130')
  const posts = (await first.json()) as Post[]
  expect(posts.map(({ title }) => title)).toEqual(Array.from({ length: 100 }, (_, n) => `Post ${n + 1}`))
  expect(posts[99]?.content).toMatch(/^<p>word .* 100<\/p>$/)
  expect(Object.keys(posts[0] ?? {})).toEqual(
    Object.keys(await firstOf(await server.send('/api/blog', { cookie }))),
  )
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const rest = (await (await server.send(next)).json()) as Post[]
  expect(rest.map(({ title }) => title)).toEqual(Array.from({ length: 30 }, (_, n) => `Post ${n + 101}`))
  // The limit of 100 posts does not apply to admins.
  expect(await (await server.send('/api/blog?limit=500', { cookie })).json()).toHaveLength(130)
  expect(await (await server.send('/api/blog?q=nothing-has-this-word')).json()).toEqual([])
})

async function firstOf(response: Response): Promise<object> {
  return ((await response.json()) as object[])[0] ?? {}
}
