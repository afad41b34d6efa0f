import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { startSignedIn } from '../../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../contract/site-paths.ts'

test('an office without apps and a community has neither their page, sections, links, nor reminders', async () => {
  const { server, cookie } = await startSignedIn()
  const read = async (path: string) => (await server.send(path)).text()
  const placeholders = async () =>
    (await (await server.send('/api/news', { cookie })).json()).getStarted.placeholders
  const setOn = (name: string, isOn: boolean) =>
    server.send(`/api/settings/features/${name}`, { method: 'PUT', cookie, json: { isOn } })
  const communityUrl = 'https://community.example/everyday-ai'
  expect((await server.send(sitePaths.apps)).status).toBe(200)
  expect(await read(paths.home)).toContain(communityUrl)
  expect(await placeholders()).toEqual(['contactEmail', 'bookingUrl', 'communityUrl', 'appUrls'])

  for (const name of ['apps', 'community']) {
    const switches = await (await setOn(name, false)).json()
    expect(switches).toContainEqual(expect.objectContaining({ name, isOn: false, open: null }))
  }
  await expect.poll(async () => (await server.send(sitePaths.apps)).status).toBe(404)
  await expect.poll(() => read(paths.home)).not.toContain(communityUrl)
  for (const path of [paths.home, paths.sitemap, paths.llms, sitePaths.contact])
    expect(await read(path), path).not.toMatch(/href="\/apps"|\/apps<|\]\([^)]*\/apps\)/)
  expect(await placeholders()).toEqual(['contactEmail', 'bookingUrl'])

  for (const name of ['apps', 'community']) await setOn(name, true)
  await expect.poll(async () => (await server.send(sitePaths.apps)).status).toBe(200)
  await expect.poll(() => read(paths.home)).toContain(communityUrl)
  expect((await setOn('header', false)).status).toBe(404)
})
