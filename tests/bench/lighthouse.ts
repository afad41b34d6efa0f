import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { paths } from '../../contracts/paths.ts'
import { chromiumArguments, chromiumPath } from '../helpers/chromium.ts'
import { atEnd } from '../helpers/clean-up.ts'
import { type AppProcess, launchApp, stopChild } from './app-process.ts'
import { launchBehindTls } from './launch-behind-tls.ts'
import { databaseFor, longPostPath } from './long-post.ts'
import { median } from './median.ts'
import type { Bench, Given, Row } from './row.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const runs = 5
/** Runs for pages that have bars for single metrics, too */
const runsWithBars = 7
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Largest contentful paint in seconds: the median of all runs, and the slowest run. */
const lcpBars = { median: 0.95, slowest: 1.1 }
const clsBar = 0
/** Total blocking time in ms. The post has no bar: it has no script, so only other load on the machine can block it. */
const tbtBars: Record<string, number | undefined> = {
  [paths.home]: 20,
  [paths.waitlist]: 20,
  [longPostPath]: undefined,
}
const hasBars = (path: string) => path in tbtBars
const pages = [
  paths.home,
  paths.apps,
  paths.waitlist,
  paths.privacyPolicy,
  paths.termsOfService,
  paths.blog,
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
      const audits = await auditRuns(path, await launchApp({ DATABASE_URL: await databaseFor(path, given) }))
      return [scoresRow(path, audits), ...metricRows(path, audits)]
    },
  }
  const throughTls = {
    name: `lighthouse ${path} through TLS and HTTP/2`,
    async measure(given: Given) {
      const app = await launchBehindTls({ DATABASE_URL: await databaseFor(path, given) })
      const audits = await auditRuns(path, app)
      const rows = [scoresRow(path, audits), ...metricRows(path, audits)]
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

async function auditRuns(path: string, app: Pick<AppProcess, 'url' | 'stop'>): Promise<Audit[]> {
  const audits: Audit[] = []
  const count = hasBars(path) ? runsWithBars : runs
  for (let run = 0; run < count; run++) audits.push(await audit(`${app.url}${path}`))
  await app.stop()
  return audits
}

type Audit = {
  /** From 0 to 100, in the order of `categories` */
  scores: number[]
  lcpSeconds: number
  cls: number
  tbtMs: number
  /** Ids of the audits that cost points */
  failed: string[]
}

function scoresRow(path: string, audits: Audit[]): Row {
  const scores = categories.map((_, index) => median(audits.map((audit) => audit.scores[index] ?? 0)))
  const ok = scores.every((score) => score === 100)
  const failed = new Set(audits.flatMap((audit) => audit.failed))
  return {
    what: `Lighthouse mobile ${path}: performance, accessibility, best practices, SEO`,
    measured: `${scores.join(' ')}${ok ? '' : ` (${[...failed].join(', ')})`}`,
    bar: '100 100 100 100',
    ok,
  }
}

function metricRows(path: string, audits: Audit[]): Row[] {
  if (!hasBars(path)) return []
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

async function audit(url: string): Promise<Audit> {
  const browser = await launchBrowser()
  const result = await lighthouse(url, {
    port: browser.port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...categories],
  })
  await browser.stop()
  if (!result) throw new Error('Lighthouse gave no result')
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  return {
    scores: categories.map((id) => Math.round((lhr.categories[id]?.score ?? 0) * 100)),
    lcpSeconds: value('largest-contentful-paint') / 1000,
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
    failed: categories.flatMap((id) =>
      (lhr.categories[id]?.auditRefs ?? [])
        .filter((ref) => ref.weight > 0 && (lhr.audits[ref.id]?.score ?? 1) < 1)
        .map((ref) => ref.id),
    ),
  }
}

/** Starts Chromium with an empty cache. */
async function launchBrowser(): Promise<{ port: number; stop: () => Promise<void> }> {
  const profile = await makeTemporaryFolder()
  const child = spawn(
    chromiumPath(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      // The certificate of tls-front.ts is self-signed.
      '--ignore-certificate-errors',
      ...chromiumArguments,
      'about:blank',
    ],
    // Chromium leaves a folder behind in TMPDIR, so it gets one that is deleted.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TMPDIR: profile } },
  )
  const stop = atEnd(() => stopChild(child, 'SIGTERM'))
  const port = new Promise<number>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      const found = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1]
      if (found) resolve(Number(found))
    })
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Chromium ended early')))
  // Chromium also exits when `stop` is called, and that is no error.
  ended.catch(() => {})
  return { port: await Promise.race([port, ended]), stop }
}
