import { expect, test } from 'vitest'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'

test('a preview shows what is typed, as a save would clean it, and saves nothing', async () => {
  const { server, cookie } = await startSignedIn()
  const count = async () => (await server.query('select from blog_posts')).length
  const preview = async (json: object, of = cookie) => {
    const response = await server.send('/api/blog/preview', { cookie: of, json })
    return { status: response.status, ...(await response.json()) }
  }
  const before = await count()
  const text = { title: 'Bread and data', content: '<p>Knead it <script>alert(1)</script>well.</p>' }
  const shown = await preview({ ...text, isPublished: true })
  expect(shown.status).toBe(200)
  expect(shown.html).toContain('<h1')
  expect(shown.html).toMatch(/Knead it\s*well\./)
  expect(shown.html).not.toContain('alert(1)')
  expect(await count()).toBe(before)

  const saved = await (
    await server.send('/api/blog', { cookie, json: { ...text, isPublished: true } })
  ).json()
  const changed = {
    ...text,
    id: saved.id,
    version: saved.version,
    title: 'Bread and salt',
    isPublished: true,
  }
  expect((await preview(changed)).html).toContain('Bread and salt')
  const live = await (await server.send(`/blog/${saved.slug}`)).text()
  expect(live).toContain('Bread and data')
  expect(live).not.toContain('Bread and salt')

  expect(await preview({ ...changed, version: 99 })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('Someone else has changed this post'),
  })
  expect((await preview({ content: '<p>No title</p>' })).status).toBe(422)
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  expect((await preview(changed, helper)).status).toBe(422)
  expect((await preview({ kind: 'page', ...text })).html).toContain('Bread and data')
})
