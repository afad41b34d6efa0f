import { expect, test } from 'vitest'
import type { GetStarted } from '../../../core/contract/get-started.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'

async function read(server: TestServer, cookie: string): Promise<GetStarted> {
  const response = await server.send('/api/news', { cookie })
  expect(response.status).toBe(200)
  return (await response.json()).getStarted
}

const doneOf = ({ steps }: GetStarted) => steps.filter(({ isDone }) => isDone).map(({ step }) => step)

test('a fresh site has everything but the samples to do, and names what leads nowhere', async () => {
  const server = await startTestServer()
  const state = await read(server, await server.signIn())
  expect(doneOf(state)).toEqual(['samples'])
  expect(state.placeholders).toEqual(['contactEmail', 'bookingUrl', 'communityUrl', 'appUrls'])
  expect(state.isDismissed).toBe(false)
})

test('each step is done when the site has what it asks for', async () => {
  const { server, cookie } = await startSignedIn()
  const put = (path: string, json: object) => server.send(path, { method: 'PUT', cookie, json })
  const { organisation } = await (await server.send('/api/settings/organisation', { cookie })).json()
  await put('/api/settings/organisation', {
    ...organisation,
    name: 'Harbor Helpers',
    contactEmail: 'hello@harbor-helpers.org',
    bookingUrl: 'https://harbor-helpers.org/book',
    communityUrl: 'https://harbor-helpers.org/community',
  })
  const publish = async (section: string, change = {}) => {
    const { value, version } = await (await server.send(`/api/site/sections/${section}`, { cookie })).json()
    const json = { version, isPublished: true, value: { ...value, ...change } }
    expect((await put(`/api/site/sections/${section}`, json)).status).toBe(200)
  }
  await publish('hero', { lead: 'Help by the sea.' })
  // Words that stay are confirmed by publishing them.
  for (const section of ['services', 'appDevelopment', 'apps', 'onSiteTraining', 'footer'])
    await publish(section)
  await server.send('/api/blog', {
    cookie,
    json: { kind: 'page', title: 'About', content: 'Text', isPublished: true },
  })
  await expect
    .poll(async () => doneOf(await read(server, cookie)))
    .toEqual(['organization', 'booking', 'samples'])
  expect((await read(server, cookie)).wordsLeft).toEqual([{ section: 'stats', title: 'Figures' }])
  // Hiding the figures is as good as changing them.
  const { value: layout } = await (await server.send('/api/site/sections/homeLayout', { cookie })).json()
  const withoutFigures = layout.sections.map((entry: { part: string }) =>
    entry.part === 'stats' ? { ...entry, isShown: false } : entry,
  )
  await publish('homeLayout', { sections: withoutFigures })
  await server.send('/api/blog', { cookie, json: { title: 'Hello', content: 'Text', isPublished: true } })
  await server.send('/api/team/invites', {
    cookie,
    json: { displayName: 'Bea', email: 'bea@example.org', role: 'editor' },
  })
  await expect
    .poll(async () => doneOf(await read(server, cookie)))
    .toEqual(['organization', 'booking', 'words', 'colleague', 'post', 'samples'])
  // The five original apps still have placeholders. Apps that are removed need none.
  expect((await read(server, cookie)).placeholders).toEqual(['appUrls'])
  const { value } = await (await server.send('/api/site/sections/apps', { cookie })).json()
  const [app] = value.list
  // An original app with an address of its own needs none in the settings.
  const own = { ...app, url: 'https://harbor-helpers.org/tides' }
  await publish('apps', { list: [own] })
  await expect.poll(async () => (await read(server, cookie)).placeholders).toEqual([])
})

test('an owner hides the list, and an editor may not', async () => {
  const { server, cookie } = await startSignedIn()
  const dismiss = (by: string, isDismissed: boolean) =>
    server.send('/api/get-started', { method: 'PUT', cookie: by, json: { isDismissed } })
  const editor = await server.signIn({ username: 'Eve Editor', role: 'editor' })
  expect((await dismiss(editor, true)).status).toBe(403)
  expect((await dismiss(cookie, true)).status).toBe(200)
  expect((await read(server, editor)).isDismissed).toBe(true)
  await dismiss(cookie, false)
  expect((await read(server, editor)).isDismissed).toBe(false)
  expect((await server.send('/api/news')).status).toBe(401)
})
