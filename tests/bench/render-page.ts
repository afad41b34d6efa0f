import { readConfig } from '../../server/config.ts'
import { loadBuiltRenderer } from '../../server/site/renderer.ts'
import { median } from './median.ts'
import type { Bench } from './row.ts'

const runs = 1500
const warmUps = 500
/** The bar of a 2,000-word post; home, with its drawings, is held to the same. */
const leastPerSecond = 1500

export const renderPage: Bench = {
  name: 'render',
  async measure() {
    const renderer = await loadBuiltRenderer()
    const { site } = readConfig({ PUBLIC_URL: 'http://127.0.0.1' }, '/nowhere')
    const times: number[] = []
    for (let run = 0; run < warmUps + runs; run++) {
      const start = performance.now()
      await renderer.render({ page: 'home', props: { posts: [] } }, site)
      if (run >= warmUps) times.push(performance.now() - start)
    }
    const ms = median(times)
    const perSecond = 1000 / ms
    return [
      {
        what: 'uncached render of home (not a post), one core',
        measured: `${Math.round(perSecond)}/s (median ${ms.toFixed(2)} ms)`,
        bar: `>= ${leastPerSecond}/s`,
        ok: perSecond >= leastPerSecond,
      },
    ]
  },
}
