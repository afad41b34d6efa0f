import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'

const addressOf = (query: Record<string, string>) =>
  `${postPaths.socialPreview}?${new URLSearchParams(query)}`
const read = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('the picture of a post in the form is that of the published post', async () => {
  const { send, signIn } = await startTestServer()
  const cookie = await signIn()
  for (const kind of ['post', 'page'] as const) {
    const words = { kind, title: `“Bread” on Friday: a ${kind}`, author: 'Ann' }
    const json = { ...words, content: '<p>a</p>', isPublished: true }
    const { slug } = await (await send('/api/blog', { cookie, json })).json()
    const preview = await send(addressOf(words), { cookie })
    expect(preview.status).toBe(200)
    expect(preview.headers.get('content-type')).toBe('image/png')
    expect(preview.headers.get('cache-control')).toContain('no-store')
    const picture = kind === 'post' ? postPaths.postPicture(slug) : postPaths.ownPagePicture(slug)
    expect((await read(preview)).equals(await read(await send(picture)))).toBe(true)
  }
})

test('a title in letters that cannot be drawn gets the picture of the site', async () => {
  const { send, signIn } = await startTestServer()
  const cookie = await signIn()
  const preview = await send(addressOf({ kind: 'post', title: 'Хлеб', author: '' }), { cookie })
  expect(preview.status).toBe(302)
  expect(preview.headers.get('location')).toBe(paths.socialPicture)
})

test('only signed-in users get one, and only of a text that a post can have', async () => {
  const { send, signIn } = await startTestServer()
  const good = { kind: 'post', title: 'a', author: '' }
  expect((await send(addressOf(good))).status).toBe(401)
  const cookie = await signIn()
  for (const bad of [
    { ...good, title: 'x'.repeat(301) },
    { ...good, kind: 'x' },
    { ...good, more: '1' },
  ])
    expect((await send(addressOf(bad), { cookie })).status).toBe(400)
})
