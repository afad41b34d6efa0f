import { paths } from '../../core/contract/paths.ts'
import { launchApp } from './app-process.ts'
import { databaseFor } from './long-post.ts'
import { median } from './median.ts'
import { openBrowser } from './open-browser.ts'
import type { Bench } from './row.ts'

const rounds = 5
const maxStyles = 8
const maxLayouts = 6

/** How often a phone computes styles and lays out the home page until it rests, without scrolling */
export const homeWork: Bench = {
  name: 'work of the home page',
  async measure(given) {
    const app = await launchApp({ DATABASE_URL: await databaseFor(paths.home, given) })
    const { browser, close } = await openBrowser()
    const found: Record<string, number>[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 3,
        isMobile: true,
        hasTouch: true,
      })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Performance.enable')
      await page.goto(`${app.url}${paths.home}`, { waitUntil: 'networkidle' })
      await page.waitForTimeout(1500)
      const { metrics } = await session.send('Performance.getMetrics')
      found.push(Object.fromEntries(metrics.map(({ name, value }) => [name, value])))
      await context.close()
    }
    await close()
    await app.stop()
    const of = (name: string) => median(found.map((metrics) => metrics[name] ?? 0))
    const [styles, layouts] = [of('RecalcStyleCount'), of('LayoutCount')]
    return [
      {
        what: `${paths.home} on a phone until it rests: style recalculations, layouts`,
        measured: `${styles}, ${layouts} (main thread ${(of('TaskDuration') * 1000).toFixed(0)} ms)`,
        bar: `<= ${maxStyles}, ${maxLayouts}`,
        ok: styles > 0 && styles <= maxStyles && layouts <= maxLayouts,
      },
    ]
  },
}
