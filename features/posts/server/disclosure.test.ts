import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import type { FakeAi } from '../../../tests/fakes/fake-ai.ts'
import { admin, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../accounts/testing/api-token.ts'
import { startWithAi } from '../../assistant/testing/assistant.ts'
import type { AppliedAction } from '../contract/disclosure.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post, PostRequest } from '../contract/posts.ts'

// The disclosure tells readers how much AI helped with a post. It is computed from the post's AI actions, which are
// rows of the ledger: the log of AI use.

const allFields: AppliedAction['fields'] = ['title', 'content', 'excerpt', 'tags']

type Writing = {
  server: TestServer
  fake: FakeAi
  cookie: string
  ask<Answer>(path: string, json?: unknown): Promise<Answer>
  save(call: PostRequest): Promise<Post>
}

async function startWriting(): Promise<Writing> {
  const { fake, server, cookie } = await startWithAi({ env: { AI_MODEL: 'fake-model' } })
  async function ask<Answer>(path: string, json?: unknown): Promise<Answer> {
    const response = await server.send(path, { method: 'POST', json, cookie })
    expect(response.ok, `${path}: ${response.status}`).toBe(true)
    return response.json() as Promise<Answer>
  }
  return { server, fake, cookie, ask, save: (call) => ask<Post>('/api/blog', call) }
}

type Generated = { actionId: string; title: string; content: string; excerpt: string; tags: string[] }

const written = async ({ ask }: Writing) => {
  const { actionId, ...text } = await ask<Generated>('/api/ai/generate-post', { topic: 'tea' })
  return { actionId, text }
}

/** The disclosure in the places that show it: the page, its meta tag, its Markdown twin, and the JSON feed */
async function told({ server }: Writing, slug: string) {
  const page = await (await server.send(postPaths.post(slug))).text()
  const twin = await (await server.send(postPaths.postMarkdown(slug))).text()
  const feed = await (await server.send(paths.jsonFeed)).json()
  const item = feed.items.find(({ url }: { url: string }) => url.endsWith(postPaths.post(slug)))
  const line = item?._everyday_ai.disclosure_text
  expect(page).toContain(line)
  expect(twin).toContain(line)
  return {
    meta: /<meta name="ai-disclosure" content="([^"]*)"/.exec(page)?.[1],
    twin: /^AI disclosure: (.*)$/m.exec(twin)?.[1],
    feed: item?._everyday_ai.disclosure,
    line,
  }
}

test.each([
  {
    what: 'a text by AI that no one changed',
    change: (text: string) => text,
    disclosure: 'ai-autonomous',
    line: 'This post was written by AI. Someone on our team reviewed it before it was published.',
  },
  {
    what: 'a text by AI that a person went on with',
    change: (text: string) => `${text}<p>And I say so, too.</p>`,
    disclosure: 'ai-assisted',
    line: /AI helped with the title, the text, the short summary, and the tags\. Someone on our team/,
  },
])(
  '$what is told on the page, in its head, in its twin and in the feed',
  async ({ change, disclosure, line }) => {
    const writing = await startWriting()
    const { actionId, text } = await written(writing)
    const post = await writing.save({
      ...text,
      // The words are unchanged, but the HTML differs as if the text editor had written it.
      content: change(text.content.replaceAll('</p>', '</p>\n')),
      authorType: 'ai',
      isPublished: true,
      reviewed: true,
      aiActions: [{ id: actionId, applied: 'all', fields: allFields }],
    })
    expect(post).toMatchObject({ disclosure, aiFields: allFields, reviewedAt: expect.any(String) })
    const places = await told(writing, post.slug)
    expect(places).toMatchObject({ meta: disclosure, twin: disclosure, feed: disclosure })
    expect(places.line).toMatch(line)
  },
)

test('a text without AI is disclosed as written by a person and needs no review', async () => {
  const writing = await startWriting()
  const post = await writing.save({ title: 'Mine', content: '<p>My words.</p>', isPublished: true })
  expect(post).toMatchObject({ disclosure: 'human-only', aiFields: [] })
  expect(post.reviewedAt).toBeUndefined()
  expect(await told(writing, 'mine')).toEqual({
    meta: 'human-only',
    twin: 'human-only',
    feed: 'human-only',
    line: 'This post was written by a person.',
  })
})

test('an AI title makes a post assisted, also if it is marked as human-written, until the title is undone', async () => {
  const { save, suggest } = await startSuggesting()
  const { id, title } = await suggest()
  const call: PostRequest = { title, content: '<p>My words.</p>', authorType: 'human' }
  const post = await save({ ...call, aiActions: [{ id, applied: 'all', fields: ['title'] }] })
  expect(post).toMatchObject({ disclosure: 'ai-assisted', aiFields: ['title'], authorType: 'human' })
  const { version } = await save({ ...call, id: post.id, version: 1, content: '<p>More.</p>' })
  const taken = await save({
    ...{ ...call, id: post.id, version, title: 'My title' },
    aiActions: [{ id, applied: 'none', fields: [] }],
  })
  expect(taken).toMatchObject({ disclosure: 'human-only', aiFields: [] })
})

test('an AI title that was retyped no longer counts, but the content type stays', async () => {
  const { server, cookie, ask, save, suggest } = await startSuggesting()
  const { id, title } = await suggest()
  const aiActions: AppliedAction[] = [{ id, applied: 'all', fields: ['title'] }]
  const text = { content: '<p>My words.</p>', authorType: 'human' as const }
  const post = await save({ ...text, title, aiActions })
  const preview = (title: string) =>
    ask('/api/blog/disclosure', { ...text, title, id: post.id, aiActions: [] })
  expect(await preview('Bread for all')).toMatchObject({
    disclosure: 'human-only',
    aiFields: [],
    changesAi: true,
  })
  expect(await preview(`${title}, and more`)).toMatchObject({ aiFields: ['title'], changesAi: false })
  const retyped = await save({ ...text, id: post.id, version: 1, title: 'Bread for all' })
  expect(retyped).toMatchObject({ disclosure: 'human-only', aiFields: [] })

  // The label alone still says that AI helped, but not that it wrote the text.
  const { version } = retyped
  const labeled = await save({ ...text, title: 'Bread', id: post.id, version, authorType: 'ai' })
  expect(labeled).toMatchObject({ disclosure: 'ai-assisted', aiFields: [], authorType: 'ai' })

  const revisions = await (await server.send(`/api/blog/${post.id}/revisions`, { cookie })).json()
  const restored = await ask<Post>(`/api/blog/${post.id}/revisions/${revisions.at(-1).id}/restore`)
  expect(restored).toMatchObject({ title, aiFields: ['title'] })
})

async function startSuggesting() {
  const writing = await startWriting()
  const suggest = async () => {
    const { actionId: id, suggestions } = await writing.ask<{ actionId: string; suggestions: string[] }>(
      '/api/ai/suggestions',
      { prompt: 'tea' },
    )
    return { id, title: suggestions[0] as string }
  }
  return { ...writing, suggest }
}

test('an action belongs to the first post that reports it', async () => {
  const writing = await startWriting()
  const { actionId: id } = await written(writing)
  const aiActions = [{ id, applied: 'part' as const, fields: ['content' as const] }]
  const one = await writing.save({ title: 'One', content: '<p>x</p>', aiActions })
  const other = await writing.save({ title: 'Other', content: '<p>x</p>', aiActions })
  expect([one.disclosure, other.disclosure]).toEqual(['ai-assisted', 'human-only'])
  await writing.save({
    ...{ id: other.id, version: other.version, title: 'Other', content: '<p>y</p>' },
    aiActions: [{ id, applied: 'none', fields: [] }],
  })
  const answer = await writing.server.send(`/api/blog/${one.id}`, { cookie: writing.cookie })
  expect((await answer.json()).disclosure).toBe('ai-assisted')
})

test('a draft that AI wrote by itself is disclosed as such, however it is published', async () => {
  const writing = await startWriting()
  const { server, cookie, ask } = writing
  const { posts } = await ask<{ posts: Post[] }>('/api/blog/generate-ai-content')
  const draft = posts[0] as Post
  expect(draft).toMatchObject({ disclosure: 'ai-autonomous', aiFields: allFields })
  expect(draft.reviewedAt).toBeUndefined()
  const published = await server.send(`/api/blog/${draft.id}`, {
    method: 'PUT',
    cookie,
    json: {
      version: draft.version,
      title: draft.title,
      content: draft.content,
      authorType: 'human',
      isPublished: true,
      reviewed: true,
    },
  })
  expect(await published.json()).toMatchObject({ disclosure: 'ai-autonomous', authorType: 'human' })
  const ledger = await (await server.send(`/api/blog/${draft.id}/ai-actions`, { cookie })).json()
  expect(ledger).toMatchObject({
    disclosure: 'ai-autonomous',
    reviewedBy: admin.username,
    reviewedAt: expect.any(String),
    actions: [{ action: 'generate-ai-content', applied: 'all', user: admin.username }],
  })
  // The disclosure itself is not stored. Without these marks, the post's AI action still shows that AI was involved.
  await server.query("update blog_posts set wholly_ai = false, author_type = 'human'")
  expect((await (await server.send(`/api/blog/${draft.slug}`)).json()).disclosure).toBe('ai-assisted')
})

test('"AI Generated" without a ledger entry counts as autonomous until the text is edited', async () => {
  const writing = await startWriting()
  const call: PostRequest = { title: 'Brought along', content: '<p>From elsewhere.</p>', authorType: 'ai' }
  const post = await writing.save(call)
  expect(post.disclosure).toBe('ai-autonomous')
  const again = await writing.save({ ...call, id: post.id, version: 1, tags: ['Tea'] })
  expect(again.disclosure).toBe('ai-autonomous')
  const edited = await writing.save({ ...call, id: post.id, version: again.version, content: '<p>Mine.</p>' })
  expect(edited.disclosure).toBe('ai-assisted')
})

const byMachine = { title: 'Tea', content: '<p>By a machine.</p>', authorType: 'ai' as const }
const reviewedLine = 'Someone on our team reviewed it before it was published.'

test.each([
  { what: 'a save that says nothing about it', sent: {}, isRead: false },
  { what: 'an answer of no', sent: { reviewed: false }, isRead: false },
  { what: 'an API token that says so', sent: { reviewed: true }, byToken: true, isRead: false },
  { what: 'a person who says so', sent: { reviewed: true }, isRead: true },
])('readers are told of a review only after $what: $isRead', async ({ sent, byToken, isRead }) => {
  const writing = await startWriting()
  const { server, cookie } = writing
  const { headers } = await createApiToken(server, cookie, ['write-drafts', 'publish'])
  const json = { ...byMachine, isPublished: true, ...sent }
  const response = await server.send('/api/blog', { json, ...(byToken ? { headers } : { cookie }) })
  expect(response.status).toBe(201)
  const post: Post = await response.json()
  expect(post.reviewedAt !== undefined).toBe(isRead)
  const line = `This post was written by AI.${isRead ? ` ${reviewedLine}` : ''}`
  expect(await told(writing, post.slug)).toMatchObject({ meta: 'ai-autonomous', line })
  const ledger = await (await server.send(`/api/blog/${post.id}/ai-actions`, { cookie })).json()
  expect(ledger.reviewedBy).toBe(isRead ? admin.username : undefined)
})

type Later = (writing: Writing, post: Post) => Promise<unknown>
const saveAgain =
  (changes: PostRequest): Later =>
  ({ save }, { id, version }) =>
    save({ id, version, ...changes })

test.each<{ what: string; change: Later; isRead: boolean }>([
  { what: 'words by hand', change: saveAgain({ ...byMachine, title: 'Hot tea' }), isRead: true },
  {
    what: 'the trash and back',
    change: async ({ server, cookie }, { id }) => {
      await server.send(`/api/blog/${id}`, { method: 'DELETE', cookie })
      await server.send(`/api/blog/${id}/restore`, { method: 'POST', cookie })
    },
    isRead: true,
  },
  {
    what: 'more AI text',
    change: async (writing, post) => {
      const { actionId: id } = await written(writing)
      const aiActions = [{ id, applied: 'part' as const, fields: ['content' as const] }]
      const content = '<p>By a machine. And more.</p>'
      await saveAgain({ ...byMachine, content, aiActions })(writing, post)
    },
    isRead: false,
  },
  {
    what: 'a change by an API token',
    change: async ({ server, cookie }, { id, version }) => {
      const { headers } = await createApiToken(server, cookie, ['write-drafts', 'publish'])
      const json = { ...byMachine, title: 'Hot tea', version, reviewed: true }
      expect((await server.send(`/api/blog/${id}`, { method: 'PUT', json, headers })).status).toBe(200)
    },
    isRead: false,
  },
  {
    what: 'unpublishing and publishing it',
    change: async (writing, post) => {
      const draft = await writing.save({ ...byMachine, id: post.id, version: 1, isPublished: false })
      await saveAgain({ ...byMachine, isPublished: true })(writing, draft)
    },
    isRead: false,
  },
  {
    what: 'an earlier version',
    change: async ({ server, cookie, ask }, { id }) => {
      const revisions = await (await server.send(`/api/blog/${id}/revisions`, { cookie })).json()
      await ask(`/api/blog/${id}/revisions/${revisions.at(-1).id}/restore`)
    },
    isRead: false,
  },
])('after $what, readers of a reviewed post are told of the review: $isRead', async ({ change, isRead }) => {
  const writing = await startWriting()
  const post = await writing.save({ ...byMachine, isPublished: true, reviewed: true })
  expect((await told(writing, post.slug)).line).toContain(reviewedLine)
  await change(writing, post)
  // A change of another instance, as a function is here, reaches the pages a moment later.
  await expect.poll(async () => (await told(writing, post.slug)).line.includes(reviewedLine)).toBe(isRead)
})

test('a restored revision keeps the disclosure of the ledger', async () => {
  const writing = await startWriting()
  const { server, cookie } = writing
  const { actionId: id } = await written(writing)
  const post = await writing.save({ title: 'Mine', content: '<p>My words.</p>', isPublished: true })
  await writing.save({
    ...{ id: post.id, version: 1, title: 'Mine', content: '<p>AI words.</p>', authorType: 'ai' },
    aiActions: [{ id, applied: 'part', fields: ['content'] }],
  })
  const revisions = await (await server.send(`/api/blog/${post.id}/revisions`, { cookie })).json()
  const restored = await writing.ask<Post>(`/api/blog/${post.id}/revisions/${revisions.at(-1).id}/restore`)
  expect(restored).toMatchObject({ content: '<p>My words.</p>', disclosure: 'ai-assisted' })
})

test('the ledger has every action with hashes of the request and the response, but not their text', async () => {
  const writing = await startWriting()
  const { server, fake, cookie, save } = writing
  fake.reply = JSON.stringify({ titles: ['a', 'b', 'c', 'd', 'e'] })
  const { actionId: id } = await writing.ask<Generated>('/api/ai/suggestions', {
    prompt: 'tea for ann@example.org',
  })
  const { messages } = JSON.parse(fake.received[0] ?? '')
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const post = await save({
    ...{ title: 'a', content: '<p>x</p>' },
    aiActions: [{ id, applied: 'all', fields: ['title'] }],
  })
  const response = await server.send(`/api/blog/${post.id}/ai-actions`, { cookie })
  expect(response.status).toBe(200)
  const { actions } = await response.json()
  expect(actions).toEqual([
    {
      id,
      action: 'suggest-titles',
      provider: 'openai-compatible',
      model: 'fake-model',
      user: admin.username,
      createdAt: expect.stringMatching(/^\d{4}-/),
      sentHash: sha256(`${messages[0].content}\n${messages[1].content}`),
      receivedHash: sha256(fake.reply),
      applied: 'all',
      fields: ['title'],
    },
  ])
  expect((await server.send(`/api/blog/${post.id}/ai-actions`)).status).toBe(401)
  expect((await server.send('/api/blog/99/ai-actions', { cookie })).status).toBe(404)
  await server.query('delete from blog_posts')
  expect(await server.query('select 1 from ai_actions')).toEqual([])
})

test('the disclosure is previewed without saving', async () => {
  const writing = await startWriting()
  const { server, cookie } = writing
  const { actionId: id, text } = await written(writing)
  const call = {
    authorType: 'ai',
    content: text.content,
    aiActions: [{ id, applied: 'all', fields: ['content'] }],
  }
  expect(await writing.ask('/api/blog/disclosure', call)).toEqual({
    disclosure: 'ai-autonomous',
    aiFields: ['content'],
    changesAi: true,
  })
  expect(
    await writing.ask('/api/blog/disclosure', { ...call, content: '<p>Mine</p>', aiActions: [] }),
  ).toEqual({
    disclosure: 'ai-autonomous',
    aiFields: [],
    changesAi: true,
  })
  expect(await writing.ask('/api/blog/disclosure', { ...call, content: '<p>Mine</p>' })).toMatchObject({
    disclosure: 'ai-assisted',
  })
  expect(await server.query('select 1 from ai_actions where post_id is not null')).toEqual([])
  expect((await server.send('/api/blog/disclosure', { json: call })).status).toBe(401)
  for (const json of [{ ...call, aiActions: [{ id: 'x' }] }, { ...call, id: -1 }, { content: '' }])
    expect((await server.send('/api/blog/disclosure', { json, cookie })).status).toBe(400)
  expect((await server.send('/api/blog/disclosure', { json: { ...call, id: 99 }, cookie })).status).toBe(404)
})

test('the built-in helper does not count as AI', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const response = await server.send('/api/ai/suggestions', { json: { prompt: 'tea' }, cookie })
  expect(await response.json()).not.toHaveProperty('actionId')
  expect(await server.query('select 1 from ai_actions')).toEqual([])
})
