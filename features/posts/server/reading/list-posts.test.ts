import { describe, expect, test } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import { startBlog } from '../../testing/start-blog.ts'

const text = { title: 'A prayer list and privacy', content: '<p>Write names, not diagnoses.</p>' }

describe('lists', () => {
  test('show public posts to visitors, and any posts to admins', async () => {
    const { server, saved, call, visit } = await startBlog()
    const draft = await saved({ ...text, title: 'Draft' })
    const shown = await saved({ ...text, title: 'Shown', isPublished: true, tags: ['grants'] })
    const later = await saved({ ...text, title: 'Later', isPublished: true })
    await server.query(`update blog_posts set published_at = now() + interval '1 day' where id = $1`, [
      later.id,
    ])
    const binned = await saved({ ...text, title: 'Binned', isPublished: true })
    expect((await call(`/api/blog/${binned.id}`, undefined, { method: 'DELETE' })).status).toBe(200)

    const titles = (body: unknown) => (body as Post[]).map((post) => post.title)
    expect(titles((await visit('/api/blog')).body)).toEqual(['Shown'])
    for (const status of ['draft', 'trash', 'scheduled'])
      expect(titles((await visit(`/api/blog?status=${status}`)).body)).toEqual(['Shown'])
    const listed = async (query = '') => titles((await call(`/api/blog${query}`)).body)
    expect(await listed()).toEqual(['Later', 'Shown', 'Draft'])
    expect(await listed('?status=draft')).toEqual(['Draft'])
    expect(await listed('?status=published')).toEqual(['Shown'])
    expect(await listed('?status=scheduled')).toEqual(['Later'])
    expect(await listed('?status=trash')).toEqual(['Binned'])
    expect(await listed('?tag=grants')).toEqual(['Shown'])
    expect(await listed('?q=sho')).toEqual(['Shown'])
    expect(await listed('?q=writing%20diagnos')).toEqual(['Later', 'Shown', 'Draft'])
    expect(await listed(`?q=${encodeURIComponent("' & | !:*")}`)).toHaveLength(3)
    for (const post of [draft, later, binned]) {
      expect((await visit(`/api/blog/${post.slug}`)).status).toBe(404)
      expect((await visit(`/api/blog/${post.id}`)).status).toBe(404)
      expect((await call(`/api/blog/${post.id}`)).status).toBe(200)
    }
    const recent = (await visit('/api/blog/recent')).body as object[]
    expect(recent).toMatchObject([{ id: shown.id }])
    expect(recent[0]).not.toHaveProperty('content')
  })

  /** Reads a list to its end, page by page, and checks that each page has the total number. */
  async function readPages({ call }: Awaited<ReturnType<typeof startBlog>>, query: string, total: number) {
    const posts: Post[] = []
    for (let path: string | undefined = `/api/blog?${query}`; path; ) {
      const { headers, body }: { headers: Headers; body: Post[] } = await call(path)
      expect(headers.get('x-total-count')).toBe(String(total))
      posts.push(...body)
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    return posts
  }

  test.each(['newest', 'title', 'updated', 'oldest'])(
    'are paged by %s to the end without repeating or missing one',
    async (sort) => {
      const blog = await startBlog()
      await blog.server.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at, updated_at)
       select (array['same', 'Same', 'other'])[n % 3 + 1], 't' || n, 'e', '<p>c</p>', 'a', 'human', at, at
       from generate_series(1, 25) n, lateral (select now() - (n / 7) * interval '1 microsecond' as at) times`,
      )
      const seen = await readPages(blog, `limit=4&sort=${sort}`, 25)
      expect(seen).toHaveLength(25)
      expect(new Set(seen.map((post) => post.id)).size).toBe(25)
      if (sort === 'title') {
        const titles = seen.map((post) => post.title.toLowerCase())
        expect(titles).toEqual(titles.toSorted())
      }
    },
  )

  test('refuse a wrong cursor or limit, and are empty after the end', async () => {
    const { call } = await startBlog()
    expect((await call(`/api/blog?cursor=1'--`)).status).toBe(400)
    const beyond = '/api/blog?cursor=-99999999999999999_9999999999'
    expect(await call(beyond)).toMatchObject({ status: 200, body: [] })
    expect((await call('/api/blog?limit=501')).status).toBe(400)
  })

  test('continue after very old and future posts; years out of range are refused', async () => {
    const blog = await startBlog()
    const times = ['2999-12-31T23:59:59.999Z', '1969-07-20T20:17:40.123Z', '1900-01-01T00:00:00.000Z']
    for (const publishedAt of times) await blog.saved({ ...text, publishedAt })
    expect((await readPages(blog, 'limit=1', 3)).map(({ publishedAt }) => publishedAt)).toEqual(times)
    for (const publishedAt of ['0000-01-01T00:00:00Z', '0202-05-01T00:00:00Z', '3000-01-01T00:00:00Z'])
      expect(await blog.save({ ...text, publishedAt })).toMatchObject({
        status: 400,
        body: { detail: 'Choose a date between the years 1900 and 2999.' },
      })
  })
})
