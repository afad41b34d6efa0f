import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { postPaths } from '../../contract/post-paths.ts'
import { publishRefusal } from '../../contract/post-rights.ts'
import type { Post } from '../../contract/posts.ts'
import { startBlog } from '../../testing/start-blog.ts'

const text = { title: 'A shared calendar', content: '<p>One page for the whole team.</p>' }

/** A site with an owner, an editor, and two helpers */
async function startOffice() {
  const { server, call, saved } = await startBlog()
  const cookies = {
    editor: await server.signIn({ username: 'Ed', role: 'editor' }),
    helper: await server.signIn({ username: 'Hana', role: 'helper' }),
    otherHelper: await server.signIn({ username: 'Hugo', role: 'helper' }),
  }
  const as =
    (who: keyof typeof cookies) => (path: string, json?: unknown, method?: 'DELETE' | 'POST' | 'PUT') =>
      call<Post & { code: string; detail: string }>(path, json, {
        cookie: cookies[who],
        ...(method && { method }),
      })
  return { server, cookies, call, saved, as }
}

describe('a helper', () => {
  test('writes and edits drafts, of others too, and publishes nothing', async () => {
    const { server, as, saved } = await startOffice()
    const helper = as('helper')
    const refused = await helper('/api/blog', { ...text, isPublished: true })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'role-too-low', detail: publishRefusal })
    expect(await server.query('select from blog_posts')).toEqual([])
    const future = new Date(Date.now() + 1e8).toISOString()
    const scheduled = await helper('/api/blog', { ...text, isPublished: true, publishedAt: future })
    expect(scheduled.status).toBe(403)

    const { status, body: own } = await helper('/api/blog', text)
    expect([status, own.isPublished]).toEqual([201, false])
    const other = await saved(text)
    for (const { id } of [own, other]) {
      expect((await helper('/api/blog', { ...text, title: 'Better', id, version: 1 })).status).toBe(200)
      const update = { ...text, id, version: 2, isPublished: true }
      expect((await helper('/api/blog', update)).status).toBe(403)
      expect((await helper(`/api/blog/${id}`, update, 'PUT')).status).toBe(403)
    }
    const rows = await server.query('select title, version, is_published from blog_posts')
    expect(rows).toEqual(Array(2).fill({ title: 'Better', version: 2, is_published: false }))
  })

  test('changes nothing that is, was, or will be public', async () => {
    const { server, as, saved, cookies } = await startOffice()
    const helper = as('helper')
    const live = await saved({ ...text, isPublished: true })
    const taken = await saved({ ...text, isPublished: true })
    await saved({ ...text, id: taken.id, version: 1, isPublished: false })
    const future = new Date(Date.now() + 1e8).toISOString()
    const scheduled = await saved({ ...text, isPublished: true, publishedAt: future })
    // A helper who wrote the post before it was published has no more rights than others.
    const own = (await helper('/api/blog', text)).body
    await saved({ ...text, id: own.id, version: 1, isPublished: true })
    const before = await server.query('select id, version, title, deleted_at from blog_posts order by id')
    for (const { id } of [live, taken, scheduled, own]) {
      const { version } = (await helper(`/api/blog/${id}?by=id`)).body
      const change = { ...text, title: 'Changed', id, version }
      const autosave = { ...change, autosave: true }
      const [revision] = (await helper(`/api/blog/${id}/revisions`)).body as unknown as { id: number }[]
      for (const [path, json, method] of [
        ['/api/blog', change],
        ['/api/blog', { ...change, isPublished: false }],
        ['/api/blog', autosave],
        [`/api/blog/${id}`, change, 'PUT'],
        [`/api/blog/${id}/revisions/${revision?.id ?? 0}/restore`, undefined, 'POST'],
        [`/api/blog/${id}`, undefined, 'DELETE'],
        [`/api/blog/${id}/restore`, undefined, 'POST'],
      ] as const) {
        const { status, body } = await helper(path, json, method)
        expect([status, body.code], `${method} ${path}`).toEqual([403, 'role-too-low'])
        expect(body.detail, `${method} ${path}`).not.toContain('is in the trash')
      }
      const form = await server.send(paths.adminSimple, {
        cookie: cookies.helper,
        form: { ...text, author: 'Hana', isPublished: 'on' },
      })
      expect(form.status).toBe(403)
    }
    expect(await server.query('select id, version, title, deleted_at from blog_posts order by id')).toEqual(
      before,
    )
  })

  test('trashes, brings back, and shares their own drafts only', async () => {
    const { server, as, saved } = await startOffice()
    const helper = as('helper')
    const own = (await helper('/api/blog', text)).body
    const ofOwner = await saved(text)
    const ofHelper = (await as('otherHelper')('/api/blog', text)).body
    await server.query('update blog_posts set created_by = null where id = $1', [ofOwner.id])
    for (const [part, method] of [
      ['/preview-links', 'POST'],
      ['/preview-links', 'DELETE'],
      ['', 'DELETE'],
      ['/restore', 'POST'],
    ] as const) {
      const path = (id: number) => `/api/blog/${id}${part}`
      for (const { id } of [ofOwner, ofHelper])
        expect((await helper(path(id), undefined, method)).status, `${method} ${path(id)}`).toBe(403)
      expect((await server.send(path(own.id), { method, cookie: await cookieOf() })).status).toBeLessThan(300)
    }
    expect(await server.query('select from preview_links')).toEqual([])
    expect(await server.query('select from blog_posts where deleted_at is not null')).toEqual([])

    function cookieOf() {
      return server.signIn({ username: 'Hana', role: 'helper' })
    }
  })

  test('brings back only their own drafts by saving them', async () => {
    const { server, as, saved } = await startOffice()
    const helper = as('helper')
    const own = (await helper('/api/blog', text)).body
    const ofOwner = await saved(text)
    await server.query('update blog_posts set deleted_at = now()')
    const change = { ...text, title: 'Changed', version: 1 }
    for (const [path, json, method] of [
      ['/api/blog', { ...change, id: ofOwner.id }, 'POST'],
      ['/api/blog', { ...change, id: ofOwner.id, autosave: true }, 'POST'],
      [`/api/blog/${ofOwner.id}`, change, 'PUT'],
    ] as const) {
      const { status, body } = await helper(path, json, method)
      expect([status, body.code], `${method} ${path}`).toEqual([403, 'role-too-low'])
      expect(body.detail).toContain('in the trash')
    }
    expect((await helper('/api/blog', { ...change, id: own.id })).status).toBe(200)
    const rows = await server.query('select title, deleted_at is null as kept from blog_posts order by id')
    expect(rows).toEqual([
      { title: 'Changed', kept: true },
      { title: text.title, kept: false },
    ])
  })
})

test('an editor publishes, unpublishes, trashes, and shares what others wrote', async () => {
  const { as } = await startOffice()
  const editor = as('editor')
  const { id } = (await as('helper')('/api/blog', text)).body
  const published = await editor('/api/blog', { ...text, id, version: 1, isPublished: true })
  expect([published.status, published.body.isPublished]).toEqual([200, true])
  expect((await editor(`/api/blog/${id}/preview-links`, undefined, 'POST')).status).toBe(201)
  expect((await editor('/api/blog', { ...text, id, version: 2, isPublished: false })).status).toBe(200)
  expect((await editor(`/api/blog/${id}`, undefined, 'DELETE')).status).toBe(200)
  expect((await editor(`/api/blog/${id}/restore`, undefined, 'POST')).status).toBe(200)
})

test('visitors do not see who created a post', async () => {
  const { server, saved, call } = await startOffice()
  const { id, slug, createdBy } = await saved({ ...text, isPublished: true })
  expect(createdBy).toBe(1)
  expect((await call<Post>(`/api/blog/${id}?by=id`)).body.createdBy).toBe(1)
  for (const path of ['/api/blog', '/api/blog/recent', `/api/blog/${slug}`, postPaths.post(slug)])
    expect(await (await server.send(path)).text(), path).not.toContain('createdBy')
})

test('without JavaScript, the refused post comes back as a draft, with its text', async () => {
  const { server, cookies } = await startOffice()
  const form = { ...text, author: 'Hana', isPublished: 'on' }
  const refused = await server.send(paths.adminSimple, { cookie: cookies.helper, form })
  expect(refused.status).toBe(403)
  const page = await refused.text()
  expect(page).toContain(publishRefusal)
  expect(page).toContain('One page for the whole team.')
  expect(page).not.toMatch(/name="isPublished"[^>]*checked/)
  const { isPublished: _, ...draft } = form
  expect((await server.send(paths.adminSimple, { cookie: cookies.helper, form: draft })).status).toBe(303)
  const rows = await server.query('select is_published, created_by from blog_posts')
  expect(rows).toEqual([{ is_published: false, created_by: 3 }])
})
