import { sitePages } from '../../app/features.ts'
import type { Queryable } from '../../core/server/db/connect.ts'
import type { View } from '../../core/web/page.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { loadBuiltRenderer } from '../../features/site/server/files/renderer.ts'
import { originalSite } from '../helpers/original-site.ts'
import { databaseFor, longPostPath, withDatabase } from './long-post.ts'
import { median } from './median.ts'
import type { Bench, Row } from './row.ts'

const runs = 1500
const warmUps = 500
/** The bar is for a post of 2,000 words. The home page, with its drawings, has to meet it, too. */
const leastPerSecond = 1500

const site = originalSite('http://127.0.0.1')
/** Only pictures need it. */
const readStyle = () => Promise.reject(new Error('nothing is drawn here'))

export const renderBenches: Bench[] = [
  {
    name: 'render home',
    async measure() {
      const renderer = await loadBuiltRenderer()
      const home: View = { page: 'home', props: { posts: [], data: {} } }
      const ms = await measureMedian(() => renderer.render(home, site))
      return [renderRow('home (not a post)', ms)]
    },
  },
  {
    name: 'render post',
    async measure(given) {
      const renderer = await loadBuiltRenderer()
      return withDatabase(await databaseFor(longPostPath, given), async (db) => {
        const view = await loadPost(db)
        const ms = await measureMedian(() => renderer.render(view, site))
        const wholeMs = await measureMedian(async () => renderer.render(await loadPost(db), site))
        return [
          renderRow('a post of 2,000 words, without loading it', ms),
          {
            what: '  the same with loading, one after the other',
            measured: describe(wholeMs),
            bar: '',
            ok: undefined,
          },
        ]
      })
    },
  },
]

function renderRow(what: string, ms: number): Row {
  return {
    what: `uncached render of ${what}, one core`,
    measured: describe(ms),
    bar: `>= ${leastPerSecond}/s`,
    ok: 1000 / ms >= leastPerSecond,
  }
}

const describe = (ms: number) => `${Math.round(1000 / ms)}/s (median ${ms.toFixed(2)} ms)`

async function measureMedian(make: () => Promise<string> | string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < warmUps + runs; run++) {
    const start = performance.now()
    await make()
    if (run >= warmUps) times.push(performance.now() - start)
  }
  return median(times)
}

/** Loads the post in the same way as its route. */
async function loadPost(db: Queryable): Promise<View> {
  const page = sitePages.find(({ path }) => path === postPaths.post(':slug'))
  const slug = longPostPath.slice(postPaths.post('').length)
  const result = await page?.load({
    db,
    site,
    backupsKept: 14,
    byHand: false,
    readStyle,
    params: { slug },
    query: {},
  })
  if (result?.kind !== 'view') throw new Error('the post was not loaded')
  return result.view
}
