import { expect, test } from 'vitest'
import { sitePages } from '../../../../app/features.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { createRandom } from '../../../../tests/helpers/random.ts'
import { startSignedIn, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { randomContent } from '../../testing/random-section.ts'
import { sectionIds } from '../../testing/site-sections.ts'

const listed = sitePages.filter(({ path }) => !path.includes(':')).map(({ path }) => path)

async function readPages({ send }: TestServer): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const path of [...listed, '/no-such-page']) texts[path] = await (await send(path)).text()
  return texts
}

test('after going back to the original in every section, every page is as on a fresh site, byte for byte', async () => {
  const { server, cookie } = await startSignedIn()
  const fresh = await readPages(server)
  const content = randomContent(createRandom(17))
  const changed: string[] = []
  for (const section of sectionIds) {
    const json = { version: 0, value: content[section], isPublished: true }
    const saved = await server.send(`/api/site/sections/${section}`, { method: 'PUT', cookie, json })
    expect([section, saved.status, saved.status === 200 ? '' : await saved.text()]).toEqual([
      section,
      200,
      '',
    ])
    changed.push(section)
  }
  // The page cache answers, so a page that it did not forget would be found.
  for (const path of [
    paths.home,
    sitePaths.apps,
    sitePaths.waitlist,
    sitePaths.contact,
    paths.privacyPolicy,
    paths.llms,
  ])
    await expect.poll(async () => (await server.send(path)).text(), { message: path }).not.toBe(fresh[path])

  for (const section of changed) {
    const json = { version: 1, to: 'original' }
    const response = await server.send(`/api/site/sections/${section}/reset`, {
      method: 'POST',
      cookie,
      json,
    })
    expect([section, response.status]).toEqual([section, 200])
  }
  await expect.poll(() => readPages(server)).toEqual(fresh)
})
