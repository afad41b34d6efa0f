import { paths } from '../../core/contract/paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { createPlanLink } from '../../features/people/server/plan-links.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { findLayoutProblems } from '../helpers/find-layout-problems.ts'
import { emptyTables, expect, test } from './fixtures.ts'

const pages = [
  paths.home,
  sitePaths.apps,
  sitePaths.waitlist,
  sitePaths.contact,
  postPaths.blog,
  paths.privacyPolicy,
  paths.login,
]

test('letters of twice the size fit on a phone: nothing is cut off or scrolls sideways', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await emptyTables(server)
  await server.send('/api/training-waitlist', { json: { name: 'Ann', email: 'ann@example.org' } })
  const { token } = await createPlanLink(server.instance.db, 1)
  for (const path of [...pages, peoplePaths.plan(token)])
    await test.step(path, async () => {
      await page.goto(path)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      const found = await page.evaluate(() => {
        const cut = [...document.querySelectorAll('.site-header .logo-name, .menu-button')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
        )
        const skip = document.querySelector('.skip-link')?.getBoundingClientRect().bottom ?? 0
        const sizeOf = (selector: string) =>
          Number.parseFloat(getComputedStyle(document.querySelector(selector) ?? document.body).fontSize)
        return {
          width: document.scrollingElement?.scrollWidth,
          cut: cut.map((one) => one.textContent),
          isSkipHidden: skip <= 0,
          ratio: sizeOf('h1') / sizeOf('body'),
        }
      })
      expect(found).toMatchObject({ width: 390, cut: [], isSkipHidden: true })
      expect(found.ratio).toBeGreaterThan(1.3)
      expect(await findLayoutProblems(page)).toEqual([])
    })
})
