import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { type AppProcess, launchApp } from './app-process.ts'
import { launchBehindTls } from './launch-behind-tls.ts'
import { databaseFor, longPostPath } from './long-post.ts'
import { median } from './median.ts'
import type { Bench, Given, Row } from './row.ts'
import { type Audit, audit, scoresRow } from './run-lighthouse.ts'

const runs = 5
/** Runs for pages that have bars for single metrics, too */
const runsWithBars = 7

/** Largest contentful paint in seconds: the median of all runs, and the slowest run. */
const lcpBars = { median: 0.95, slowest: 1.1 }
const clsBar = 0
/** Total blocking time in ms. The post has no bar: it has no script, so only other load on the machine can block it. */
const tbtBars: Record<string, number | undefined> = {
  [paths.home]: 20,
  [sitePaths.waitlist]: 20,
  [longPostPath]: undefined,
}
const hasBars = (path: string) => path in tbtBars
const pages = [
  paths.home,
  sitePaths.apps,
  sitePaths.waitlist,
  paths.privacyPolicy,
  paths.termsOfService,
  postPaths.blog,
  longPostPath,
]

/**
 * Lighthouse with its default settings, a mobile phone on slow 4G; the figures are medians of a few runs. Pages with
 * their own bars are measured again through TLS and HTTP/2, without bars (docs/decisions/014-first-paint.md).
 */
export const lighthouseBenches: Bench[] = pages.flatMap((path) => {
  const direct = {
    name: `lighthouse ${path}`,
    async measure(given: Given) {
      const app = await launchApp({ DATABASE_URL: await databaseFor(path, given) })
      const rows = await measurePage(path, app)
      await app.stop()
      return hasBars(path) ? rows : rows.slice(0, 1)
    },
  }
  const throughTls = {
    name: `lighthouse ${path} through TLS and HTTP/2`,
    async measure(given: Given) {
      const app = await launchBehindTls({ DATABASE_URL: await databaseFor(path, given) })
      const rows = await measurePage(path, app)
      await app.stop()
      return rows.map(({ what, measured }) => ({
        what: `${what}, TLS and HTTP/2`,
        measured,
        bar: '',
        ok: undefined,
      }))
    },
  }
  return hasBars(path) ? [direct, throughTls] : [direct]
})

/** The scores of a page, then its single metrics with their bars */
export async function measurePage(path: string, { url }: Pick<AppProcess, 'url'>): Promise<Row[]> {
  const audits: Audit[] = []
  const count = hasBars(path) ? runsWithBars : runs
  for (let run = 0; run < count; run++) audits.push(await audit(`${url}${path}`))
  return [scoresRow(path, audits), ...metricRows(path, audits)]
}

function metricRows(path: string, audits: Audit[]): Row[] {
  // Compare the rounded value that is printed, because differences of single milliseconds are noise.
  const lcps = audits.map(({ lcpSeconds }) => Number(lcpSeconds.toFixed(2)))
  const cls = median(audits.map((audit) => audit.cls))
  const tbt = median(audits.map((audit) => audit.tbtMs))
  const tbtBar = tbtBars[path]
  const lcpRow = (what: string, seconds: number, bar: number): Row => ({
    what: `  largest contentful paint of ${path}, ${what} of ${lcps.length} runs`,
    measured: `${seconds.toFixed(2)} s`,
    bar: `<= ${bar.toFixed(2)} s`,
    ok: seconds <= bar,
  })
  return [
    lcpRow('median', median(lcps), lcpBars.median),
    lcpRow('slowest', Math.max(...lcps), lcpBars.slowest),
    {
      what: `  layout shift of ${path}`,
      measured: cls.toFixed(3),
      bar: String(clsBar),
      ok: cls <= clsBar,
    },
    {
      what: `  total blocking time of ${path}`,
      measured: `${tbt.toFixed(0)} ms`,
      bar: tbtBar === undefined ? '' : `<= ${tbtBar} ms`,
      ok: tbtBar === undefined ? undefined : tbt <= tbtBar,
    },
  ]
}
