import { describe, expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import type { Revision } from '../../contracts/revisions.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { emptyTrash } from './writing/trash.ts'

const text = { title: 'A prayer list and privacy', content: '<p>Write names, not diagnoses.</p>' }

/** A server, a signed-in admin, and the requests of this feature */
async function startBlog(options?: { jobPause: number }) {
  const server = await startTestServer(options)
  const cookie = await server.signIn()
  const call = async <Body>(path: string, json?: unknown, init: Parameters<TestServer['send']>[1] = {}) => {
    const response = await server.send(path, { cookie, ...(json !== undefined && { json }), ...init })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
  const save = (json: object, init = {}) => call<Post>(paths.api.blog, json, init)
  const saved = async (json: object) => {
    const { status, body } = await save(json)
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  const visit = async (path: string) => {
    const response = await server.send(path)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { server, cookie, call, save, saved, visit }
}

describe('creating', () => {
  test('fills in fields that the request leaves out', async () => {
    const { save, server } = await startBlog()
    const { status, body } = await save(text)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...text,
      slug: 'a-prayer-list-and-privacy',
      excerpt: 'Write names, not diagnoses....',
      author: 'Admin',
      authorType: 'human',
      tags: [],
      isPublished: false,
      version: 1,
    })
    const rows = await server.query('select title, is_published, tags, source_url from blog_posts')
    expect(rows).toEqual([{ title: text.title, is_published: false, tags: [], source_url: null }])
  })

  test('keeps the transcript, for admins only', async () => {
    const { server, save, saved, call, visit } = await startBlog()
    const { id, slug, version } = await saved({ ...text, isPublished: true, transcript: 'um, names, not' })
    const { body } = await call(paths.api.transcript(id))
    expect(body).toEqual({ transcript: 'um, names, not' })
    expect((await server.send(paths.api.transcript(id))).status).toBe(401)
    for (const path of [paths.api.post(slug), paths.api.blog, paths.api.recentPosts])
      expect(JSON.stringify(await visit(path))).not.toContain('um, names')
    expect(await (await server.send(paths.post(slug))).text()).not.toContain('um, names')

    await saved({ ...text, id, version, transcript: ' ' })
    expect((await call(paths.api.transcript(id))).body).toEqual({ transcript: 'um, names, not' })
    expect((await save({ ...text, transcript: 'x'.repeat(200_001) })).status).toBe(400)
    const { id: other } = await saved(text)
    expect((await call(paths.api.transcript(other))).body).toEqual({ transcript: '' })
  })

  test('accepts the request of the specification to the letter', async () => {
    const { save } = await startBlog()
    const sent = {
      title: 'Choosing a first tool!',
      content: '<h2>Start small</h2><p>One task, one week.</p>',
      excerpt: 'One task, one week.',
      author: 'Ann',
      authorType: 'ai',
      tags: [' tools ', 'tools', '', 'first steps'],
      isPublished: true,
      slug: 'choosing-a-first-tool',
      sourceUrl: 'https://example.org/tools',
      sourceName: 'Example',
    }
    const { status, body } = await save(sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, tags: ['tools', 'first steps'] })
  })

  test('names a missing field in the words of the product, and stores nothing', async () => {
    const { save, server } = await startBlog()
    const missing = 'Title and content are required.'
    const cases: [object, string | RegExp][] = [
      [{}, missing],
      [{ ...text, title: '  ' }, missing],
      [{ ...text, content: '' }, missing],
      [{ ...text, content: '<p> </p><br><script>alert(1)</script>' }, missing],
      [{ ...text, title: 'x'.repeat(301) }, /title to 300 characters/],
      [{ ...text, content: 'x'.repeat(1_000_001) }, /content to 1,000,000 characters/],
      [{ ...text, content: '<ul><li>'.repeat(100_000) }, /plain text/],
      [{ ...text, tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, /20 tags/],
      [{ ...text, sourceUrl: 'javascript:alert(1)' }, /full web address/],
      [{ ...text, id: 1 }, /version/],
    ]
    for (const [json, detail] of cases) {
      const { status, body } = await save(json)
      expect(status, JSON.stringify(json).slice(0, 80)).toBe(400)
      expect(body).toMatchObject({
        detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
      })
    }
    for (const json of [
      { ...text, admin: true },
      { ...text, title: 5 },
      { ...text, authorType: 'robot' },
      [],
    ])
      expect((await save(json)).status).toBe(400)
    expect(await server.query('select 1 from blog_posts')).toEqual([])
  })

  test('cuts an excerpt of 200 characters from the text without tags', async () => {
    const { saved } = await startBlog()
    const long = '\u{1f33b}'.repeat(300)
    expect((await saved({ ...text, content: `<p>${long}</p>` })).excerpt).toBe(
      `${'\u{1f33b}'.repeat(200)}...`,
    )
    expect((await saved({ ...text, content: '<p>a &amp; b &lt;i&gt;</p><p>c</p>' })).excerpt).toBe(
      'a & b <i> c...',
    )
    const list = '<h2>Head</h2>\n\n<ul><li>one</li><li>two  \n three</li></ul><p>four<br>five</p>'
    expect((await saved({ ...text, content: list })).excerpt).toBe('Head one two three four five...')
  })

  test('with one idempotency key creates one post, however often and fast it is sent', async () => {
    const { save, server } = await startBlog()
    const headers = { 'idempotency-key': 'one-form' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(text, { headers })))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await server.query('select 1 from blog_posts')).toHaveLength(1)
  })
})

describe('slugs', () => {
  test('come from titles in any script and are never given twice', async () => {
    const { saved } = await startBlog()
    const cases: [string, string][] = [
      ['Hello, World!', 'hello-world'],
      ['  --Hello   World--', 'hello-world-2'],
      ['Café für alle', 'cafe-fur-alle'],
      ['Привет мир', 'privet-mir'],
      ['你好', 'nihao'],
      ['Recent', 'recent-2'],
      ['2024', '2024'],
      ['a'.repeat(100), 'a'.repeat(80)],
      ['a'.repeat(101), `${'a'.repeat(78)}-2`],
    ]
    for (const [title, slug] of cases) expect((await saved({ ...text, title })).slug, title).toBe(slug)
    const blank = await saved({ ...text, title: '!!!' })
    expect(blank.slug).toBe(`post-${blank.id}`)
    expect(blank.slugFollowsTitle).toBe(true)
    const named = await saved({ ...text, title: 'Don\u2019t panic', slug: 'calm' })
    expect(named).toMatchObject({ slug: 'calm', slugFollowsTitle: false })
    expect((await saved({ ...text, title: 'Don\u2019t panic' })).slugFollowsTitle).toBe(true)
  })

  test('that are numbers hide no post that is requested by its id', async () => {
    const { saved, call, visit } = await startBlog()
    const first = await saved(text)
    const number = await saved({ ...text, title: String(first.id) })
    expect(number.slug).toBe(String(first.id))
    expect((await call(paths.api.postById(first.id))).body).toMatchObject({ id: first.id })
    expect((await call(paths.api.post(first.id))).body).toMatchObject({ id: number.id })
    expect((await visit(paths.api.postById(first.id))).status).toBe(404)
  })

  test('of 50 simultaneous saves of one title are all different', async () => {
    const { save } = await startBlog()
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(text)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201))
    expect(new Set(answers.map((answer) => answer.body.slug)).size).toBe(50)
  }, 30_000)

  test('follow the title until the post is published, then change only by hand, and old ones still lead to the post', async () => {
    const { saved, visit } = await startBlog()
    const draft = await saved(text)
    const renamed = await saved({ ...text, title: 'Privacy', id: draft.id, version: 1 })
    expect(renamed.slug).toBe('privacy')
    const published = await saved({ ...text, title: 'Privacy', isPublished: true, id: draft.id, version: 2 })
    const again = await saved({ ...text, title: 'Other', slug: 'other', id: draft.id, version: 3 })
    expect([published.slug, again.slug]).toEqual(['privacy', 'privacy'])
    const byHand = await saved({ ...text, title: 'Other', slug: 'By Hand', id: draft.id, version: 4 })
    expect(byHand.slug).toBe('by-hand')
    expect((await visit(paths.api.post('privacy'))).body).toMatchObject({ slug: 'by-hand' })
    const back = await saved({
      ...text,
      title: 'Other',
      slug: 'other',
      slugByHand: true,
      id: draft.id,
      version: 5,
    })
    expect(back.slug).toBe('other')
    expect((await visit(paths.api.post('by-hand'))).body).toMatchObject({ slug: 'other' })
    // The draft's slug was never public and is free; the published one is not.
    expect((await saved(text)).slug).toBe('a-prayer-list-and-privacy')
    expect((await saved({ ...text, title: 'Privacy' })).slug).toBe('privacy-2')
  })
})

describe('updating', () => {
  test('counts versions, keeps fields that are not sent, and never creates a second post', async () => {
    const { save, saved, server } = await startBlog()
    const first = await saved({ ...text, author: 'Ann', tags: ['a'] })
    const { status, body } = await save({ ...text, title: 'Better', id: first.id, version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: first.id, title: 'Better', author: 'Ann', tags: ['a'], version: 2 })
    expect(await server.query('select 1 from blog_posts')).toHaveLength(1)
  })

  test('with a stale version responds 409 with the current post, and accepts the same save again', async () => {
    const { save, saved } = await startBlog()
    const { id } = await saved(text)
    const theirs = { ...text, title: 'Theirs', id, version: 1 }
    await saved(theirs)
    const mine = await save({ ...text, title: 'Mine', id, version: 1 })
    expect(mine.status).toBe(409)
    expect(mine.body).toMatchObject({ status: 409, current: { title: 'Theirs', version: 2 } })
    expect(await save(theirs)).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await save({ ...text, id: 999, version: 1 })).status).toBe(404)
    expect((await save({ ...text, id: 2 ** 31, version: 1 })).status).toBe(400)
  })

  test('by many at once lets one of them through', async () => {
    const { save, saved } = await startBlog()
    const { id } = await saved(text)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save({ ...text, title: `T${index}`, id, version: 1 })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  test('by PUT works the same', async () => {
    const { call, saved } = await startBlog()
    const { id } = await saved(text)
    const put = { ...text, title: 'Put', version: 1 }
    expect(await call(paths.api.post(id), put, { method: 'PUT' })).toMatchObject({
      status: 200,
      body: { title: 'Put', version: 2 },
    })
    expect((await call(paths.api.post(id), { ...put, title: 'x' }, { method: 'PUT' })).status).toBe(409)
  })
})

describe('content', () => {
  test('keeps formatting and removes scripts', async () => {
    const { saved } = await startBlog()
    const clean = async (content: string) => (await saved({ ...text, content })).content
    const kept =
      '<h1>a</h1><h2>b</h2><h3>c</h3><p><strong>d</strong><em>e</em><u>f</u><s>g</s><code>h</code></p>' +
      '<ol><li><p>i</p></li></ol><ul><li>j</li></ul><blockquote><p>k</p></blockquote>' +
      '<pre><code class="language-js">l &lt; m</code></pre><p><a href="tel:+1">n</a></p>'
    expect(await clean(kept)).toBe(kept)
    const hostile: [string, string][] = [
      ['<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
      ['<p>a<script>alert(1)</script><style>p{}</style></p>', '<p>a</p>'],
      ['<p>a<img src=x onerror=alert(1)><svg onload=alert(1)></svg></p>', '<p>a</p>'],
      ['<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
      ['<p><a href="JaVa\tscript:alert(1)">a</a></p>', '<p>a</p>'],
      ['<p><a href="//evil.example">a</a></p>', '<p>a</p>'],
      ['<p><a href="data:text/html,x">a</a></p>', '<p>a</p>'],
      ['<p>a<img src="https://evil.example/x.png"><img src="/media/../x"></p>', '<p>a</p>'],
      ['<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
      ['<p>a<math><mtext></p><p>b</p>', '<p>a</p><p>b</p>'],
      ['<b>a</b><i>b</i><h5>c</h5>', '<strong>a</strong><em>b</em><h3>c</h3>'],
      ['<a href=" tel:+1 555\n12 ">a</a><a name="x">b</a>', '<a href="tel:+1%2055512">a</a>b'],
      ['<a href=" java\tscript:alert(1)">a</a>', 'a'],
    ]
    for (const [sent, stored] of hostile) {
      expect(await clean(sent)).toBe(stored)
      expect(await clean(stored)).toBe(stored)
    }
  })

  test('sanitized by older rules is shown and, after the next start, stored by the current ones', async () => {
    const { server, saved, visit } = await startBlog({ jobPause: 0.5 })
    const { id, slug } = await saved({ ...text, isPublished: true })
    await expect
      .poll(() => server.query(`select state::text from pgboss.job where name = 'resanitize-posts'`))
      .toEqual([{ state: 'completed' }])
    const old = '<p>a</p><script>alert(1)</script>'
    await server.query('update blog_posts set content = $1, sanitizer_version = 0', [old])
    for (const path of [paths.api.post(slug), paths.api.blog])
      expect([(await visit(path)).body].flat()).toMatchObject([{ id, content: '<p>a</p>' }])
    expect(await server.query('select content from blog_posts')).toEqual([{ content: old }])

    const { connectionString } = server
    await startTestServer({ connectionString, jobPause: 0.5 })
    await expect
      .poll(() => server.query('select content, version from blog_posts'), { timeout: 10_000 })
      .toEqual([{ content: '<p>a</p>', version: 1 }])
  })

  test('of every Unicode character comes back as it was sent', async () => {
    const { saved } = await startBlog()
    const odd = ' \u0001\u200f\u202eabc\u{1f469}\u200d\u{1f33e}\ufffd\u{10ffff} '
    const post = await saved({ title: odd, content: '<p>x</p>', excerpt: odd, author: odd, sourceName: odd })
    expect(post).toMatchObject({ title: odd, excerpt: odd, author: odd, sourceName: odd })
  })
})

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
    expect((await call(paths.api.post(binned.id), undefined, { method: 'DELETE' })).status).toBe(200)

    const titles = (body: unknown) => (body as Post[]).map((post) => post.title)
    expect(titles((await visit(paths.api.blog)).body)).toEqual(['Shown'])
    for (const status of ['draft', 'trash', 'scheduled'])
      expect(titles((await visit(`${paths.api.blog}?status=${status}`)).body)).toEqual(['Shown'])
    const listed = async (query = '') => titles((await call(`${paths.api.blog}${query}`)).body)
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
      expect((await visit(paths.api.post(post.slug))).status).toBe(404)
      expect((await visit(paths.api.post(post.id))).status).toBe(404)
      expect((await call(paths.api.post(post.id))).status).toBe(200)
    }
    const recent = (await visit(paths.api.recentPosts)).body as object[]
    expect(recent).toMatchObject([{ id: shown.id }])
    expect(recent[0]).not.toHaveProperty('content')
  })

  test('are paged to the end without repeating or missing one', async () => {
    const { server, call } = await startBlog()
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at)
       select 'T' || n, 't' || n, 'e', '<p>c</p>', 'a', 'human', now() - (n / 3) * interval '1 microsecond'
       from generate_series(1, 25) n`,
    )
    const seen: number[] = []
    let path: string | undefined = `${paths.api.blog}?limit=10`
    while (path) {
      const { headers, body }: { headers: Headers; body: Post[] } = await call(path)
      expect(headers.get('x-total-count')).toBe('25')
      seen.push(...body.map((post) => post.id))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
    expect((await call(`${paths.api.blog}?cursor=1'--`)).status).toBe(400)
    const beyond = `${paths.api.blog}?cursor=-99999999999999999_9999999999`
    expect(await call(beyond)).toMatchObject({ status: 200, body: [] })
    expect((await call(`${paths.api.blog}?limit=501`)).status).toBe(400)
  })

  test.each(['title', 'updated', 'oldest'])(
    'are paged by %s to the end without repeating or missing one',
    async (sort) => {
      const { server, call } = await startBlog()
      await server.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at, updated_at)
       select (array['same', 'Same', 'other'])[n % 3 + 1], 't' || n, 'e', '<p>c</p>', 'a', 'human', at, at
       from generate_series(1, 25) n, lateral (select now() - (n / 7) * interval '1 microsecond' as at) times`,
      )
      const seen: Post[] = []
      let path: string | undefined = `${paths.api.blog}?limit=4&sort=${sort}`
      while (path) {
        const { headers, body }: { headers: Headers; body: Post[] } = await call(path)
        expect(headers.get('x-total-count')).toBe('25')
        seen.push(...body)
        path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      }
      expect(seen).toHaveLength(25)
      expect(new Set(seen.map((post) => post.id)).size).toBe(25)
      if (sort === 'title') {
        const titles = seen.map((post) => post.title.toLowerCase())
        expect(titles).toEqual(titles.toSorted())
      }
    },
  )

  test('continue after very old and future posts; years out of range are refused', async () => {
    const { call, save, saved } = await startBlog()
    const times = ['2999-12-31T23:59:59.999Z', '1969-07-20T20:17:40.123Z', '1900-01-01T00:00:00.000Z']
    for (const publishedAt of times) await saved({ ...text, publishedAt })
    const seen: string[] = []
    let path: string | undefined = `${paths.api.blog}?limit=1`
    while (path) {
      const { headers, body }: { headers: Headers; body: Post[] } = await call(path)
      seen.push(...body.map((post) => post.publishedAt))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(times)
    for (const publishedAt of ['0000-01-01T00:00:00Z', '0202-05-01T00:00:00Z', '3000-01-01T00:00:00Z'])
      expect(await save({ ...text, publishedAt })).toMatchObject({
        status: 400,
        body: { detail: 'Choose a date between the years 1900 and 2999.' },
      })
  })
})

describe('the trash', () => {
  test('gives a post back as it was', async () => {
    const { call, saved, visit } = await startBlog()
    const post = await saved({ ...text, isPublished: true })
    await call(paths.api.post(post.id), undefined, { method: 'DELETE' })
    await call(paths.api.post(post.id), undefined, { method: 'DELETE' })
    expect((await visit(paths.api.post(post.slug))).status).toBe(404)
    const restored = await call<Post>(paths.api.restorePost(post.id), undefined, { method: 'POST' })
    expect(restored).toMatchObject({ status: 200, body: { isPublished: true } })
    expect((await visit(paths.api.post(post.slug))).status).toBe(200)
    expect((await call(paths.api.restorePost(999), undefined, { method: 'POST' })).status).toBe(404)
  })

  test('is emptied after 30 days; slugs that were public stay taken', async () => {
    const { server, call, saved } = await startBlog()
    for (const [title, isPublished] of [
      ['Old', true],
      ['Old draft', false],
      ['Young', false],
    ] as const) {
      const { id } = await saved({ ...text, title, isPublished })
      await call(paths.api.post(id), undefined, { method: 'DELETE' })
    }
    await server.query(`update blog_posts set deleted_at = now() - interval '31 days' where title <> 'Young'`)
    await saved({ ...text, title: 'Open' })
    await server.query(`update blog_posts set updated_at = now() - interval '99 days' where title = 'Open'`)
    await emptyTrash(server.instance.db)
    expect(await server.query('select title from blog_posts order by title')).toEqual([
      { title: 'Open' },
      { title: 'Young' },
    ])
    expect((await saved({ ...text, title: 'Old' })).slug).toBe('old-2')
    expect((await saved({ ...text, title: 'Old draft' })).slug).toBe('old-draft')
  })
})

describe('revisions', () => {
  test('keep every save, and can be restored as the newest version', async () => {
    const { call, saved } = await startBlog()
    const { id } = await saved({ ...text, title: 'One' })
    await saved({ ...text, title: 'Two', id, version: 1 })
    await saved({ ...text, title: 'Three', isPublished: true, id, version: 2 })
    const list = async () => (await call<Revision[]>(paths.api.revisions(id))).body
    expect(
      (await list()).map(({ title, cause, version, savedBy }) => [title, cause, version, savedBy]),
    ).toEqual([
      ['Three', 'publish', 3, 'Ann Admin'],
      ['Two', 'save', 2, 'Ann Admin'],
      ['One', 'save', 1, 'Ann Admin'],
    ])
    const one = (await list()).at(-1)?.id ?? 0
    expect(await call(paths.api.revision(id, one))).toMatchObject({ body: { content: text.content } })
    const restored = await call(paths.api.restoreRevision(id, one), undefined, { method: 'POST' })
    expect(restored).toMatchObject({ status: 200, body: { title: 'One', version: 4, isPublished: true } })
    expect((await list())[0]).toMatchObject({ title: 'One', cause: 'restore' })
    // Readers may know this slug; the slug of a draft follows the title unless it was set by hand.
    expect(restored.body).toMatchObject({ slug: 'three' })
    const first = await saved({ ...text, title: 'Draft' })
    const renamed = await saved({ ...text, title: 'Renamed', id: first.id, version: 1 })
    expect(renamed.slug).toBe('renamed')
    const bring = async () => {
      const versions = await call<Revision[]>(paths.api.revisions(first.id))
      const oldest = versions.body.at(-1)?.id ?? 0
      return call<Post>(paths.api.restoreRevision(first.id, oldest), undefined, { method: 'POST' })
    }
    expect((await bring()).body).toMatchObject({ title: 'Draft', slug: 'draft', slugFollowsTitle: true })
    await saved({ ...text, title: 'Renamed', slug: 'mine', slugByHand: true, id: first.id, version: 3 })
    expect((await bring()).body).toMatchObject({ title: 'Draft', slug: 'mine' })
    const other = await saved({ ...text, title: 'Other' })
    expect((await call(paths.api.revision(other.id, one))).status).toBe(404)
    expect((await call(paths.api.restoreRevision(other.id, one), undefined, { method: 'POST' })).status).toBe(
      404,
    )
  })

  test('combine autosaves, and the newest 50 are kept', async () => {
    const { call, saved, server } = await startBlog()
    const { id } = await saved(text)
    for (let version = 1; version <= 5; version++)
      await saved({ ...text, title: `Auto ${version}`, autosave: true, id, version })
    const list = async () => (await call<Revision[]>(paths.api.revisions(id))).body
    expect((await list()).map((one) => [one.title, one.cause])).toEqual([
      ['Auto 5', 'autosave'],
      [text.title, 'save'],
    ])
    // An autosave that deletes the text by accident does not replace the revision with the text.
    const long = `<p>${'Words of an hour. '.repeat(20)}</p>`
    await saved({ ...text, content: long, autosave: true, id, version: 6 })
    await saved({ ...text, content: '<p>x</p>', autosave: true, id, version: 7 })
    await saved({ ...text, content: '<p>xy</p>', autosave: true, id, version: 8 })
    const kept = (await list()).map((one) => one.id)
    expect(kept).toHaveLength(3)
    expect(await call(paths.api.revision(id, kept[1] ?? 0))).toMatchObject({ body: { content: long } })
    for (let version = 9; version <= 60; version++)
      await saved({ ...text, title: `T${version}`, id, version })
    expect(await list()).toHaveLength(50)
    expect(await server.query('select count(*)::int as n from post_revisions')).toEqual([{ n: 50 }])
  }, 30_000)
})
