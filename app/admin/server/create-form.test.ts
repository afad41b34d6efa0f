import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { admin, startSignedIn } from '../../../tests/helpers/test-server.ts'

// The form for a new post in the simple admin, which works without JavaScript

const typed = {
  formKey: 'one-form',
  title: 'A prayer list & privacy',
  author: 'Ann "A." Example',
  content: 'Write **names**, not diagnoses.',
}

/** Starts a server with a signed-in admin. `post` sends the form as a browser without JavaScript does. */
async function startForm() {
  const { server, cookie } = await startSignedIn()
  const post = async (form: Record<string, string>, options: { cookie?: string } = { cookie }) => {
    const response = await server.send(paths.adminSimple, { form, ...options })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const posts = () =>
    server.query(
      `select title, content, excerpt, author, author_type, tags, source_url, source_name, is_published
       from blog_posts order by id`,
    )
  return { server, cookie, post, posts }
}

/** The message below a field, found by `aria-describedby` */
function errorOf(html: string, field: string): string | undefined {
  const control = new RegExp(`<(?:input|textarea|select)[^>]* id="post-${field}"[^>]*>`).exec(html)?.[0] ?? ''
  if (!control.includes('aria-invalid="true"')) return undefined
  const error = `post-${field}-error`
  expect(control).toMatch(new RegExp(`aria-describedby="[^"]*${error}"`))
  return new RegExp(`id="${error}">([^<]*)<`).exec(html)?.[1]
}

describe('the create form', () => {
  test('creates a draft, and leads to the list', async () => {
    const { post, posts } = await startForm()
    const { status, headers } = await post(typed)
    expect([status, headers.get('location')]).toEqual([303, '/admin-simple?tab=manage&saved=1'])
    expect(await posts()).toEqual([
      {
        title: typed.title,
        content: '<p>Write <strong>names</strong>, not diagnoses.</p>\n',
        excerpt: expect.stringMatching(/^Write names, not diagnoses\.\s*\.\.\.$/),
        author: typed.author,
        author_type: 'human',
        tags: [],
        source_url: null,
        source_name: null,
        is_published: false,
      },
    ])
  })

  test('accepts every field', async () => {
    const { post, posts } = await startForm()
    const sent = {
      ...typed,
      authorType: 'ai',
      excerpt: 'Names,\r\nnot diagnoses',
      tags: ' Ministry, privacy ,, Ministry,',
      sourceUrl: ' https://example.org/a ',
      sourceName: 'Example',
      isPublished: 'on',
    }
    expect((await post(sent)).status).toBe(303)
    expect(await posts()).toMatchObject([
      {
        excerpt: 'Names,\nnot diagnoses',
        author_type: 'ai',
        tags: ['Ministry', 'privacy'],
        source_url: 'https://example.org/a',
        source_name: 'Example',
        is_published: true,
      },
    ])
  })

  test('reports every missing required field, and keeps the rest', async () => {
    const { post, posts } = await startForm()
    const { status, html } = await post({
      title: ' ',
      author: '',
      content: '\r\n',
      excerpt: 'My excerpt',
      tags: 'a, b',
      isPublished: 'on',
    })
    expect(status).toBe(422)
    expect(html).toContain('<p>Please fill in all required fields.</p>')
    for (const field of ['title', 'author', 'content']) {
      expect(errorOf(html, field), field).toBe('Required')
      expect(html).toContain(`href="#post-${field}"`)
    }
    expect(errorOf(html, 'excerpt')).toBeUndefined()
    expect(html).toMatch(/<textarea[^>]*name="excerpt"[^>]*>My excerpt<\/textarea>/)
    expect(html).toContain('value="a, b"')
    expect(html).toMatch(/<input[^>]*name="isPublished"[^>]*checked=""/)
    expect(html).toMatch(/<div class="notice notice-problem"[^>]*autofocus/i)
    expect(await posts()).toEqual([])
  })

  test('reports a problem at its field, and stores nothing', async () => {
    const { post, posts } = await startForm()
    const cases: [Record<string, string>, string, RegExp][] = [
      [{ title: 'x'.repeat(301) }, 'title', /300 characters/],
      [{ author: 'x'.repeat(201) }, 'author', /200 characters/],
      [{ excerpt: 'x'.repeat(1001) }, 'excerpt', /1,000 characters/],
      [{ content: 'x'.repeat(1_000_001) }, 'content', /1,000,000 characters/],
      [{ content: '*a_'.repeat(300_000) }, 'content', /too complex/],
      [{ tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join() }, 'tags', /20 tags/],
      [{ tags: 'x'.repeat(61) }, 'tags', /60 characters/],
      [{ sourceUrl: 'example.org' }, 'sourceUrl', /full web address/],
      [{ sourceUrl: 'javascript:alert(1)' }, 'sourceUrl', /full web address/],
      [{ sourceName: 'x'.repeat(201) }, 'sourceName', /200 characters/],
    ]
    for (const [change, field, words] of cases) {
      const { status, html } = await post({ ...typed, ...change })
      expect(status, field).toBe(422)
      expect(html).toContain('<p>Failed to save blog post.</p>')
      expect(errorOf(html, field)).toMatch(words)
    }
    expect(await posts()).toEqual([])
  })

  test('treats content without any text as empty', async () => {
    const { post } = await startForm()
    for (const content of [
      '<script>alert(1)</script>',
      '<p> </p><br>',
      '<p><img src="x" onerror="alert(1)"></p>',
    ]) {
      const { status, html } = await post({ ...typed, content })
      expect(status).toBe(422)
      expect(html).toContain('<p>Please fill in all required fields.</p>')
      expect(errorOf(html, 'content')).toBe('There’s no text here yet. Write the post here.')
    }
  })

  test('returns every character as it was typed', async () => {
    const { post } = await startForm()
    const odd = '\n"><script>alert(1)</script></textarea>&amp;\u202e\u{1f469}\u200d\u{1f33e}'
    const { html } = await post({
      title: odd,
      author: '',
      content: odd,
      tags: odd,
      formKey: odd.slice(0, 40),
    })
    const escaped = odd
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
    // HTML ignores a line break right after the <textarea> tag, so the page writes an extra one.
    expect(html).toContain(`>\n${escaped}</textarea>`)
    expect(html).toContain(`value="${escaped}"`)
    expect(html).not.toContain('<script>alert')
  })

  test('sent ten times at once is one post; with another text it is another post', async () => {
    const { post, posts } = await startForm()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(typed)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303))
    expect(await posts()).toHaveLength(1)
    // A form with an edited text or a new key is a new post, not a repeat of the first one.
    expect((await post({ ...typed, content: 'More' })).status).toBe(303)
    expect((await post({ ...typed, formKey: 'another-form' })).status).toBe(303)
    expect(await posts()).toHaveLength(3)
  })

  test('has a new key each time', async () => {
    const { server, cookie } = await startForm()
    const key = async () =>
      /name="formKey" value="([^"]{36})"/.exec(
        await (await server.send(paths.adminSimple, { cookie })).text(),
      )?.[1]
    const [one, two] = [await key(), await key()]
    expect(one).toBeDefined()
    expect(one).not.toBe(two)
  })

  test('refuses signed-out users, who get their text back with a link to sign in', async () => {
    const { server, cookie, post, posts } = await startForm()
    await server.query(`update sessions set created_at = now() - interval '8 days'`)
    for (const credentials of [{}, { cookie: 'session=guess' }, { cookie }]) {
      const { status, html, headers } = await post(typed, credentials)
      expect(status).toBe(401)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('value="A prayer list &amp; privacy"')
      expect(html).toContain(`>${typed.content}</textarea>`)
      expect(html).toContain('value="one-form"')
      expect(html).toContain('href="/login?next=%2Fadmin-simple"')
      expect(html).not.toContain('Signed in as')
    }
    expect((await post({ ...typed, admin: 'true' }, {})).status).toBe(401)
    expect(await posts()).toEqual([])
  })

  test('refuses input that our form never sends', async () => {
    const { server, cookie, post, posts } = await startForm()
    const strange: Record<string, string>[] = [
      { id: '1' },
      { authorType: 'robot' },
      { isPublished: 'yes' },
      { formKey: 'x'.repeat(101) },
    ]
    for (const change of strange)
      expect((await post({ ...typed, ...change })).status, Object.keys(change).join()).toBe(400)
    const twice = new URLSearchParams([...Object.entries(typed), ['title', 'Another']])
    expect((await server.send(paths.adminSimple, { cookie, body: twice })).status).toBe(400)
    expect(await posts()).toEqual([])
  })

  test('asks before a post loses text inside unsupported HTML', async () => {
    const { post, posts } = await startForm()
    const content = `<p>Kept.</p><textarea><p>${'Lost. '.repeat(50)}</p>`
    const { status, html } = await post({ ...typed, content })
    expect(status).toBe(422)
    expect(errorOf(html, 'content')).toMatch(/^250 characters are inside HTML that a post can’t hold/)
    expect(html).toContain('Save the post without that text')
    expect(html).toContain('Lost. Lost.')
    expect(await posts()).toEqual([])
    expect((await post({ ...typed, content, withoutLostText: 'on' })).status).toBe(303)
    expect(await posts()).toMatchObject([{ content: '<p>Kept.</p>' }])
  })

  test('keeps the text when saving fails', async () => {
    const { server, post } = await startForm()
    // The site's facts, which include its pages, are read and kept before the table is gone.
    expect((await server.send(paths.home)).status).toBe(200)
    await server.query('alter table blog_posts rename to elsewhere')
    const { status, html } = await post(typed)
    expect(status).toBe(500)
    expect(html).toContain('<p>Failed to save blog post.</p>')
    expect(html).toContain('Click the button again')
    expect(html).toContain(`>${typed.content}</textarea>`)
    expect(server.logged.join('')).toContain('a request failed')
    expect(server.logged.join('')).not.toContain('diagnoses')
  })
})

describe('the tabs', () => {
  test('open on create, and accept only their own cursors', async () => {
    const { server, cookie } = await startForm()
    const headline = async (query: string) => {
      const response = await server.send(`${paths.adminSimple}${query}`, { cookie })
      return response.status === 200 ? /<h1>([^<]*)/.exec(await response.text())?.[1] : response.status
    }
    expect(await headline('')).toBe('Create a post')
    expect(await headline('?tab=create')).toBe('Create a post')
    expect(await headline('?tab=nothing')).toBe('Create a post')
    expect(await headline('?tab=manage')).toBe('Manage posts')
    expect(await headline('?tab=waitlist')).toBe('Training Waitlist')
    for (const query of [
      '?tab=manage&cursor=1%27--',
      '?tab=waitlist&cursor=x',
      '?tab=waitlist&cursor=4294967296',
    ])
      expect(await headline(query), query).toBe(400)
  })
})

test.each([
  { form: { authorType: 'ai', isPublished: 'on' }, by: null },
  { form: { authorType: 'ai', isPublished: 'on', reviewed: 'on' }, by: admin.username },
  { form: { authorType: 'ai', reviewed: 'on' }, by: null },
])('with $form, the reviewer is $by', async ({ form, by }) => {
  const { server, cookie, post } = await startForm()
  expect(await (await server.send(paths.adminSimple, { cookie })).text()).toContain('name="reviewed"')
  const { status } = await post({ ...typed, ...form } as Record<string, string>)
  expect(status).toBe(303)
  expect(
    await server.query('select is_published as public, disclosure_reviewed_by as by from blog_posts'),
  ).toEqual([{ public: form.isPublished === 'on', by }])
})

test('an excerpt by an AI service is recorded when the post is saved, and one by the helper is not', async () => {
  const fake = await startFakeAi()
  onTestFinished(() => fake.close())
  const { server, cookie } = await startSignedIn({
    env: { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: fake.url, AI_MODEL: 'fake' },
  })
  const post = async (form: Record<string, string>) =>
    (await server.send(paths.adminSimple, { form, cookie })).text()
  const content = 'Write to ann@example.org about names. '.repeat(5)
  const html = await post({ ...typed, content, action: 'excerpt' })
  expect(html).toContain('readers will see that AI helped with the short summary')
  expect(html).toMatch(/<option value="ai" selected/)
  const [, aiExcerpt = ''] = /name="aiExcerpt" value="([^"]+)"/.exec(html) ?? []
  expect(fake.received[0]).not.toContain('ann@example.org')
  await post({ ...typed, content, excerpt: 'By AI.', aiExcerpt, isPublished: 'on' })
  expect(
    await server.query(
      'select applied, fields, disclosure_reviewed_by as by from ai_actions join blog_posts on post_id = blog_posts.id',
    ),
  ).toEqual([{ applied: 'all', fields: ['excerpt'], by: null }])

  // A suggestion never replaces an excerpt that the user wrote, so the form does not mark one as written by AI.
  const beside = await post({ ...typed, content, excerpt: 'Mine.', action: 'excerpt' })
  expect(beside).not.toContain('name="aiExcerpt"')
})
