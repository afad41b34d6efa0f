import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { createApiToken } from '../../accounts/testing/api-token.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'
import { startBlog } from '../testing/start-blog.ts'
import { isPageAddress, isReservedAddress } from './page-addresses.ts'

const text = { kind: 'page', title: 'About us', content: '<p>We are two.</p>', isPublished: true }
type Refused = { status: number; code: string; detail: string }

async function startPages() {
  const blog = await startBlog()
  const refuse = async (json: object) => {
    const { status, body } = await blog.call<Refused>('/api/blog', json)
    return { status, code: body.code, detail: body.detail }
  }
  return { ...blog, refuse }
}

const takenBySite = (slug: string) => ({
  status: 400,
  code: 'address-refused',
  detail: `/${slug} is taken by the site itself. Choose another address.`,
})

describe('the address of a page', () => {
  test('is none that the server uses', async () => {
    const { server, saved, refuse } = await startPages()
    const firsts = server.instance.app.routeTable.map(({ url }) => url.split('/')[1] ?? '')
    const files = readdirSync(new URL('../../../core/web/public/', import.meta.url))
    const used = [...new Set([...firsts, ...files])].filter((name) => name !== '' && !name.startsWith(':'))
    expect(used.length).toBeGreaterThan(30)
    for (const name of used) expect(isPageAddress(name), name).toBe(false)
    const words = used.filter((name) => /^[a-z0-9-]+$/.test(name))
    for (const name of [...words, 'administration', 'api', 'assets', 'metrics', 'constructor', 'prototype']) {
      expect(isReservedAddress(name), name).toBe(true)
      const typed = await refuse({ ...text, slug: name, slugByHand: true })
      expect(typed, name).toEqual(takenBySite(name))
    }
    for (const name of ['about-us', 'blogs', 'tag', 'recent', 'page-12'])
      expect(isPageAddress(name)).toBe(true)
    // The typed text is turned into an address before it is checked.
    expect(await refuse({ ...text, slug: '/Blog', slugByHand: true })).toEqual(takenBySite('blog'))
    expect(await refuse({ ...text, slug: 'Privacy Policy' })).toEqual(takenBySite('privacy-policy'))
    for (const slug of ['about.html', 'https://example.org/about', 'robots.txt', '.well-known'])
      expect(await refuse({ ...text, slug, slugByHand: true })).toMatchObject({
        status: 400,
        detail: expect.stringMatching(/^An address can’t have a dot\./),
      })
    expect(await server.query('select 1 from blog_posts')).toEqual([])
    const page = await saved({ ...text, slug: ' /About us/ ' })
    expect(page.slug).toBe('about-us')
    const { id } = page
    expect(await refuse({ ...text, slug: 'login', id, version: 1 })).toEqual(takenBySite('login'))
    const [row] = await server.query('select slug, version from blog_posts')
    expect(row).toEqual({ slug: 'about-us', version: 1 })
  })

  test('that comes from the title is changed where the site needs it', async () => {
    const { server, saved } = await startPages()
    const slugs: Record<string, string> = {
      Blog: 'blog-2',
      'Privacy policy': 'privacy-policy-2',
      Admin: 'page-admin',
      Administration: 'page-administration',
      '...': 'page-4',
      'About us': 'about-us',
      Tag: 'tag',
    }
    const ids = new Map<string, number>()
    for (const [title, slug] of Object.entries(slugs)) {
      const page = await saved({ ...text, title, isPublished: false })
      ids.set(title, page.id)
      const expected = slug === 'page-4' ? `page-${page.id}` : slug
      expect([title, page.slug, page.slugFollowsTitle]).toEqual([title, expected, true])
      // A save without changes does not change the address.
      const again = await saved({ ...text, title, slug: '', isPublished: false, id: page.id, version: 1 })
      expect(again.slug).toBe(expected)
    }
    const blog = await saved({ ...text, title: 'Blog', id: ids.get('Blog'), version: 2 })
    expect((await server.send(postPaths.ownPage(blog.slug))).status).toBe(200)
    expect(await (await server.send(postPaths.blog)).text()).toContain('Plain talk about AI')
    const long = await saved({ ...text, title: `Admin ${'x'.repeat(200)}` })
    expect([long.slug.length, long.slug.startsWith('page-admin-x')]).toEqual([80, true])
    const twin = await saved({ ...text, title: 'About us' })
    expect(twin.slug).toBe('about-us-2')
    // Posts are not at the root, so they may have these slugs.
    expect((await saved({ ...text, kind: 'post', title: 'Admin' })).slug).toBe('admin')
  })

  test('that someone typed is theirs or refused with the reason, and never gets a number', async () => {
    const { server, cookie, saved, refuse } = await startPages()
    const post = await saved({ ...text, kind: 'post', title: 'Prayer list' })
    const page = await saved({ ...text, title: 'Us' })
    await saved({ ...text, title: 'Us', slug: 'team', id: page.id, version: 1 })
    const typed = (slug: string) => refuse({ ...text, slug, slugByHand: true })
    const because = (reason: string) => ({
      status: 400,
      code: 'address-refused',
      detail: `${reason} Choose another address.`,
    })
    expect(await typed('prayer-list')).toEqual(
      because('/prayer-list is already used by the post “Prayer list”.'),
    )
    expect(await typed('team')).toEqual(because('/team is already used by the page “Us”.'))
    expect(await typed('us')).toEqual(
      because('/us is a former address of the page “Us”, and still leads there.'),
    )
    await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
    expect(await typed('prayer-list')).toEqual(
      because('/prayer-list is already used by the post “Prayer list” in the trash.'),
    )
    await server.query(`update post_slugs set post_id = null where slug = 'prayer-list'`)
    expect(await typed('prayer-list')).toEqual(
      because('/prayer-list was the address of something that was deleted.'),
    )
    // The derived address counts as typed, too, if someone typed it.
    expect(await refuse({ ...text, title: 'Team', slug: 'team', slugByHand: true })).toMatchObject({
      status: 400,
    })
    expect((await saved({ ...text, title: 'Team', slug: 'team' })).slug).toBe('team-2')
    // Its own former address is free for a page, and a post gets a number as always.
    const back = { ...text, title: 'Us', slug: 'us', slugByHand: true, id: page.id, version: 2 }
    expect((await saved(back)).slug).toBe('us')
    expect((await saved({ ...text, kind: 'post', title: 'X', slug: 'us' })).slug).toBe('us-2')
  })

  test('goes to one of many who type it at the same time', async () => {
    const { save } = await startPages()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => save({ ...text, slug: 'team', slugByHand: true })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)])
  })
})

describe('a request at the root', () => {
  test('for a page of the site never reaches an own page, even one that has its slug in the database', async () => {
    const { server } = await startPages()
    const names = ['blog', 'login', 'apps', 'logout', 'robots.txt', 'api', 'metrics']
    await server.query(
      `insert into blog_posts (kind, title, slug, excerpt, content, author, author_type)
       select 'page', 'Intruder', name, 'e', '<p>c</p>', 'a', 'human' from unnest($1::text[]) as name`,
      [names],
    )
    await server.query('insert into post_slugs (slug, post_id, kind) select slug, id, kind from blog_posts')
    for (const name of names)
      expect(await (await server.send(`/${name}`)).text(), name).not.toContain('Intruder')
  })

  test('for an unknown address gets the 404 page of all others, costs at most one query, and is not stored', async () => {
    const { server, saved } = await startPages()
    await saved({ ...text, title: 'Draft', isPublished: false })
    const headersAt = async (path: string, init = {}) => {
      const response = await server.send(path, init)
      const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, html: await response.text() }
    }
    const everywhere = await headersAt('/no/such/page')
    expect(everywhere).toMatchObject({ status: 404, headers: { 'cache-control': 'no-cache' } })
    const { pageCache, db } = server.instance
    const bytes = pageCache.bytes
    // All features read through `select`, directly or in a transaction.
    const queries = [vi.spyOn(db, 'select'), vi.spyOn(db, 'execute'), vi.spyOn(db, 'transaction')]
    const costs = async (path: string) => {
      for (const query of queries) query.mockClear()
      expect(await headersAt(path), path).toEqual(everywhere)
      return queries.reduce((sum, query) => sum + query.mock.calls.length, 0)
    }
    // Once the server has heard of the saved draft, it has settings and redirects in memory.
    await expect.poll(() => costs('/unknown')).toBe(1)
    for (const path of ['/nope', '/draft', '/NOPE', '/nope.md', '/nope/', '/nope?x=1'])
      expect([path, await costs(path)]).toEqual([path, 1])
    for (const path of [
      '/wp-login.php',
      '/.env',
      '/%E2%82%AC',
      `/${'a'.repeat(90)}`,
      `/${'a'.repeat(5000)}`,
      '/a--b',
      '/api',
      '/ADMINER',
    ])
      expect([path, await costs(path)]).toEqual([path, 0])
    for (let number = 0; number < 50; number++) await costs(`/random-${number}`)
    expect(pageCache.bytes).toBe(bytes)
    const plan: { 'QUERY PLAN': string }[] = []
    await db
      .transaction(async (tx) => {
        // Tables as small as these would be read whole, or by any index.
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`drop index post_slugs_post`)
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
          sql`explain select 1 from post_slugs left join blog_posts on blog_posts.id = post_slugs.post_id
              where post_slugs.slug = 'nope' and coalesce(blog_posts.kind, post_slugs.kind) = 'page'`,
        )
        plan.push(...rows)
        tx.rollback()
      })
      .catch(() => {})
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('post_slugs_pkey')
  })

  test('with another method is refused as everywhere', async () => {
    const { server, saved } = await startPages()
    await saved(text)
    expect((await server.send('/about-us', { method: 'HEAD' })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await server.send('/about-us', { method })).status).toBe(404)
    const wrong = await server.send(paths.logout)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('a save', () => {
  test('makes a post unless it says page, and never changes the kind', async () => {
    const { saved, refuse, call } = await startPages()
    const { kind: _, ...plain } = text
    const post = await saved(plain)
    const page = await saved({ ...text, title: 'Page' })
    expect([post.kind, page.kind]).toEqual(['post', 'page'])
    expect(await refuse({ ...text, id: post.id, version: 1 })).toEqual({
      status: 400,
      code: 'bad-request',
      detail: 'A post can’t become a page. Create a new page instead.',
    })
    expect(await refuse({ ...text, kind: 'post', id: page.id, version: 1 })).toEqual({
      status: 400,
      code: 'bad-request',
      detail: 'A page can’t become a post. Create a new post instead.',
    })
    expect((await refuse({ ...text, kind: 'essay' })).status).toBe(400)
    const unchanged = await saved({ ...plain, title: 'Page', id: page.id, version: 1 })
    expect(unchanged.kind).toBe('page')
    expect((await call<Post>(`/api/blog/${page.id}?by=id`)).body.kind).toBe('page')
  })

  test('refuses tags and a source for a page, which does not show them', async () => {
    const { server, saved, refuse } = await startPages()
    const refusal = {
      status: 400,
      code: 'bad-request',
      detail: 'A page has no tags and no source. Leave them out.',
    }
    for (const field of [{ tags: ['a'] }, { sourceUrl: 'https://example.org/' }, { sourceName: 'Example' }])
      expect(await refuse({ ...text, ...field })).toEqual(refusal)
    const page = await saved({ ...text, tags: [], sourceUrl: '', sourceName: '' })
    expect(await refuse({ ...text, tags: ['a'], id: page.id, version: 1 })).toEqual(refusal)
    expect(await server.query('select 1 from blog_posts')).toHaveLength(1)
  })

  test('needs the rights that it needs for a post', async () => {
    const { server, saved } = await startPages()
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    const editor = await server.signIn({ username: 'Ed', role: 'editor' })
    const send = async (json: object, cookie?: string) =>
      (await server.send('/api/blog', { json, ...(cookie && { cookie }) })).status
    expect(await send(text)).toBe(401)
    expect(await send(text, helper)).toBe(403)
    expect(await server.query('select 1 from blog_posts')).toEqual([])
    expect(await send({ ...text, isPublished: false }, helper)).toBe(201)
    expect(await send({ ...text, title: 'FAQ' }, editor)).toBe(201)
    const page = await saved({ ...text, title: 'Speaking' })
    const change = { ...text, title: 'Speaking', id: page.id, version: 1 }
    expect(await send({ ...change, isPublished: false }, helper)).toBe(403)
    const trash = (cookie?: string) =>
      server.send(`/api/blog/${page.id}`, { method: 'DELETE', ...(cookie && { cookie }) })
    expect((await trash()).status).toBe(401)
    const refused = await trash(helper)
    expect([refused.status, (await refused.json()).detail]).toEqual([
      403,
      'Helpers can move only their own drafts to the trash. Ask an editor or an owner.',
    ])
    expect((await trash(editor)).status).toBe(200)
  })

  test('by a token follows its scope', async () => {
    const { server, cookie } = await startPages()
    const send = async (json: object, { headers }: { headers: { authorization: string } }) =>
      (await server.send('/api/blog', { json, headers })).status
    const writer = await createApiToken(server, cookie, ['write-drafts'])
    expect(await send(text, writer)).toBe(403)
    expect(await send({ ...text, isPublished: false }, writer)).toBe(201)
    expect(await send({ ...text, title: 'FAQ' }, await createApiToken(server, cookie, ['publish']))).toBe(201)
    const { headers } = await createApiToken(server, cookie, ['read-posts'])
    const pages = await (await server.send('/api/blog?kind=page', { headers })).json()
    expect(pages).toHaveLength(2)
  })
})
