import { expect, test } from 'vitest'
import { sitePages } from '../../../../app/features.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { createRandom } from '../../../../tests/helpers/random.ts'
import { checkRandomSites } from '../../../../tests/helpers/random-site.ts'
import { readHtml } from '../../../../tests/helpers/read-html.ts'
import { startSite } from '../../../../tests/helpers/start-site.ts'
import { makeMistake, randomContent, randomPicture } from '../../testing/random-section.ts'
import { allSections, sectionIds } from '../../testing/site-sections.ts'
import { loadBuiltRenderer } from '../files/renderer.ts'

// features/site/long/site-content.test.ts does the same with more values.
test('random words of every section are stored, shown as text, or refused with a message', async () => {
  const renderer = await loadBuiltRenderer()
  expect(await checkRandomSites(renderer, { seed: 1, sites: 12 })).toBe(24 * allSections.length)
})

test('random words of every section come back from the server as they were sent', async () => {
  const { server, call, publish, read } = await startSite()
  await server.query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     values ($1, 'logo.png', 'image/png', 1, '{480}', 480, 160, '', '#112233', now())`,
    [randomPicture],
  )
  const random = createRandom(2)
  const content = randomContent(random)
  for (const section of sectionIds) {
    const saved = await publish(section, content[section], 0)
    expect(saved.status, section).toBe(200)
    const state = await read(section)
    expect(state).toEqual(saved.body)
    if (section !== 'privacyPolicy' && section !== 'termsOfService')
      expect(state.value, section).toEqual(content[section])
    const { value, path } = makeMistake(random, section, content[section])
    const refused = await publish(section, value, 1)
    expect([refused.status, Object.keys(refused.body.fields ?? {})], `${section} ${path}`).toEqual([
      422,
      [path],
    ])
    const page = 'home'
    const preview = { value: content[section], page }
    const { status, body } = await call<{ html: string }>(`/api/site/sections/${section}/preview`, preview)
    expect(status, section).toBe(200)
    readHtml(body.html)
  }
  const pages = sitePages.filter(({ path, kind }) => kind !== 'file' && !path.includes(':'))
  const home = async () => readHtml(await (await server.send(paths.home)).text()).text
  await expect.poll(home).toContain(content.hero.lead)
  for (const path of [...pages.map((page) => page.path), paths.login, '/no/such/page'])
    readHtml(await (await server.send(path)).text())
  expect(await (await server.send(paths.jsonFeed)).json()).toMatchObject({ description: content.blog.lead })
  for (const path of [paths.rss, paths.atom, paths.llms]) expect((await server.send(path)).status).toBe(200)
})
