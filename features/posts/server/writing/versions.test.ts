import { describe, expect, test } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import type { Revision } from '../../contract/revisions.ts'
import { startBlog } from '../../testing/start-blog.ts'
import { emptyTrash } from './trash.ts'

const text = { title: 'A prayer list and privacy', content: '<p>Write names, not diagnoses.</p>' }

describe('the trash', () => {
  test('gives a post back as it was', async () => {
    const { call, saved, visit } = await startBlog()
    const post = await saved({ ...text, isPublished: true })
    await call(`/api/blog/${post.id}`, undefined, { method: 'DELETE' })
    await call(`/api/blog/${post.id}`, undefined, { method: 'DELETE' })
    expect((await visit(`/api/blog/${post.slug}`)).status).toBe(404)
    const restored = await call<Post>(`/api/blog/${post.id}/restore`, undefined, { method: 'POST' })
    expect(restored).toMatchObject({ status: 200, body: { isPublished: true } })
    expect((await visit(`/api/blog/${post.slug}`)).status).toBe(200)
    expect((await call('/api/blog/999/restore', undefined, { method: 'POST' })).status).toBe(404)
  })

  test('is emptied after 30 days; slugs that were public stay taken', async () => {
    const { server, call, saved } = await startBlog()
    for (const [title, isPublished] of [
      ['Old', true],
      ['Old draft', false],
      ['Young', false],
    ] as const) {
      const { id } = await saved({ ...text, title, isPublished })
      await call(`/api/blog/${id}`, undefined, { method: 'DELETE' })
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
    const list = async () => (await call<Revision[]>(`/api/blog/${id}/revisions`)).body
    expect(
      (await list()).map(({ title, cause, version, savedBy }) => [title, cause, version, savedBy]),
    ).toEqual([
      ['Three', 'publish', 3, 'Ann Admin'],
      ['Two', 'save', 2, 'Ann Admin'],
      ['One', 'save', 1, 'Ann Admin'],
    ])
    const one = (await list()).at(-1)?.id ?? 0
    expect(await call(`/api/blog/${id}/revisions/${one}`)).toMatchObject({ body: { content: text.content } })
    const restored = await call(`/api/blog/${id}/revisions/${one}/restore`, undefined, { method: 'POST' })
    expect(restored).toMatchObject({ status: 200, body: { title: 'One', version: 4, isPublished: true } })
    expect((await list())[0]).toMatchObject({ title: 'One', cause: 'restore' })
    // Restoring does not change the slug of a published post, because readers may know it. A draft's slug follows the
    // title unless it was set by hand.
    expect(restored.body).toMatchObject({ slug: 'three' })
    const first = await saved({ ...text, title: 'Draft' })
    const renamed = await saved({ ...text, title: 'Renamed', id: first.id, version: 1 })
    expect(renamed.slug).toBe('renamed')
    const bring = async () => {
      const versions = await call<Revision[]>(`/api/blog/${first.id}/revisions`)
      const oldest = versions.body.at(-1)?.id ?? 0
      return call<Post>(`/api/blog/${first.id}/revisions/${oldest}/restore`, undefined, { method: 'POST' })
    }
    expect((await bring()).body).toMatchObject({ title: 'Draft', slug: 'draft', slugFollowsTitle: true })
    await saved({ ...text, title: 'Renamed', slug: 'mine', slugByHand: true, id: first.id, version: 3 })
    expect((await bring()).body).toMatchObject({ title: 'Draft', slug: 'mine' })
    const other = await saved({ ...text, title: 'Other' })
    expect((await call(`/api/blog/${other.id}/revisions/${one}`)).status).toBe(404)
    expect(
      (await call(`/api/blog/${other.id}/revisions/${one}/restore`, undefined, { method: 'POST' })).status,
    ).toBe(404)
  })

  test('combine autosaves, and the newest 50 are kept', async () => {
    const { call, saved, server } = await startBlog()
    const { id } = await saved(text)
    for (let version = 1; version <= 5; version++)
      await saved({ ...text, title: `Auto ${version}`, autosave: true, id, version })
    const list = async () => (await call<Revision[]>(`/api/blog/${id}/revisions`)).body
    expect((await list()).map((one) => [one.title, one.cause])).toEqual([
      ['Auto 5', 'autosave'],
      [text.title, 'save'],
    ])
    // If most of the text is deleted, maybe by accident, the next autosaves do not replace the revision that has it.
    const long = `<p>${'Words of an hour. '.repeat(20)}</p>`
    await saved({ ...text, content: long, autosave: true, id, version: 6 })
    await saved({ ...text, content: '<p>x</p>', autosave: true, id, version: 7 })
    await saved({ ...text, content: '<p>xy</p>', autosave: true, id, version: 8 })
    const kept = (await list()).map((one) => one.id)
    expect(kept).toHaveLength(3)
    expect(await call(`/api/blog/${id}/revisions/${kept[1] ?? 0}`)).toMatchObject({ body: { content: long } })
    for (let version = 9; version <= 60; version++)
      await saved({ ...text, title: `T${version}`, id, version })
    expect(await list()).toHaveLength(50)
    expect(await server.query('select count(*)::int as n from post_revisions')).toEqual([{ n: 50 }])
  })
})
