import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { chromiumArguments, chromiumPath } from '../helpers/chromium.ts'
import { atEnd } from '../helpers/clean-up.ts'
import { stopChild } from './app-process.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export type Audit = {
  /** From 0 to 100, in the order of `categories` */
  scores: number[]
  lcpSeconds: number
  cls: number
  tbtMs: number
  /** Ids of the audits that cost points */
  failed: string[]
}

/** Audits a page with the default settings: a mobile phone on slow 4G. */
export async function audit(url: string): Promise<Audit> {
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

/** Returns the median scores of a page. */
export function scoresRow(what: string, audits: Audit[]): Row {
  const scores = categories.map((_, index) => median(audits.map((audit) => audit.scores[index] ?? 0)))
  const ok = scores.every((score) => score === 100)
  const failed = new Set(audits.flatMap((audit) => audit.failed))
  return {
    what: `Lighthouse mobile ${what}: performance, accessibility, best practices, SEO`,
    measured: `${scores.join(' ')}${ok ? '' : ` (${[...failed].join(', ')})`}`,
    bar: '100 100 100 100',
    ok,
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
