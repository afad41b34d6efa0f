import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import { extremeContents } from '../../../tests/helpers/extreme-content.ts'
import { findLayoutProblems, hydrateIslands } from '../../../tests/helpers/find-layout-problems.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { showContent, wordyPages } from '../../../tests/helpers/show-content.ts'
import { randomContent } from '../testing/random-section.ts'

// features/site/long/site-layout.test.ts checks many more pages.

// The 404 page is one of the pages.
test.use({ viewport: { width: 320, height: 640 }, expectedErrors: /404/ })

test(
  'pages with the longest and with random words fit the narrowest window',
  inLongRuns,
  async ({ page, server }) => {
    for (const [name, content] of [
      ['the longest words', extremeContents['the longest words']],
      ['random words', randomContent(createRandom(3))],
    ] as const)
      await test.step(name, async () => {
        if (!content) throw new Error('there is no such content')
        await emptyTables(server)
        await showContent(server, content)
        for (const path of wordyPages) {
          await page.goto(path)
          await hydrateIslands(page)
          expect.soft(await findLayoutProblems(page), path).toEqual([])
          expect.soft(await findViolations(page), path).toEqual([])
        }
      })
  },
)
