import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../contract/post-paths.ts'
import { startBlog } from '../testing/start-blog.ts'

const text = { title: 'A prayer list and privacy', content: '<p>Write names, not diagnoses.</p>' }

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
    const { body } = await call(`/api/blog/${id}/transcript`)
    expect(body).toEqual({ transcript: 'um, names, not' })
    expect((await server.send(`/api/blog/${id}/transcript`)).status).toBe(401)
    for (const path of [`/api/blog/${slug}`, '/api/blog', '/api/blog/recent'])
      expect(JSON.stringify(await visit(path))).not.toContain('um, names')
    expect(await (await server.send(postPaths.post(slug))).text()).not.toContain('um, names')

    await saved({ ...text, id, version, transcript: ' ' })
    expect((await call(`/api/blog/${id}/transcript`)).body).toEqual({ transcript: 'um, names, not' })
    expect((await save({ ...text, transcript: 'x'.repeat(200_001) })).status).toBe(400)
    const { id: other } = await saved(text)
    expect((await call(`/api/blog/${other}/transcript`)).body).toEqual({ transcript: '' })
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
    expect((await call(`/api/blog/${first.id}?by=id`)).body).toMatchObject({ id: first.id })
    expect((await call(`/api/blog/${first.id}`)).body).toMatchObject({ id: number.id })
    expect((await visit(`/api/blog/${first.id}?by=id`)).status).toBe(404)
  })

  test('of 50 simultaneous saves of one title are all different', async () => {
    const { save } = await startBlog()
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(text)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201))
    expect(new Set(answers.map((answer) => answer.body.slug)).size).toBe(50)
  })

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
    expect((await visit('/api/blog/privacy')).body).toMatchObject({ slug: 'by-hand' })
    const back = await saved({
      ...text,
      title: 'Other',
      slug: 'other',
      slugByHand: true,
      id: draft.id,
      version: 5,
    })
    expect(back.slug).toBe('other')
    expect((await visit('/api/blog/by-hand')).body).toMatchObject({ slug: 'other' })
    // The draft's slug was never public, so it is free again. The published slug stays taken.
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
    expect(await call(`/api/blog/${id}`, put, { method: 'PUT' })).toMatchObject({
      status: 200,
      body: { title: 'Put', version: 2 },
    })
    expect((await call(`/api/blog/${id}`, { ...put, title: 'x' }, { method: 'PUT' })).status).toBe(409)
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
    for (const path of [`/api/blog/${slug}`, '/api/blog'])
      expect([(await visit(path)).body].flat()).toMatchObject([{ id, content: '<p>a</p>' }])
    expect(await server.query('select content from blog_posts')).toEqual([{ content: old }])

    const { connectionString } = server
    await startTestServer({ connectionString, jobPause: 0.5 })
    await expect
      .poll(() => server.query('select content, version from blog_posts'))
      .toEqual([{ content: '<p>a</p>', version: 1 }])
  })

  test('of every Unicode character comes back as it was sent', async () => {
    const { saved } = await startBlog()
    const odd = ' \u0001\u200f\u202eabc\u{1f469}\u200d\u{1f33e}\ufffd\u{10ffff} '
    const post = await saved({ title: odd, content: '<p>x</p>', excerpt: odd, author: odd, sourceName: odd })
    expect(post).toMatchObject({ title: odd, excerpt: odd, author: odd, sourceName: odd })
  })
})
