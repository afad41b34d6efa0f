import type { Site } from '../../contracts/site.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/connect.ts'
import type { SiteSource } from '../http/app.ts'
import { freshWaitMs, outagePauseMs, settleWithin } from '../timeouts.ts'
import { findOrganization } from './organization.ts'

/** Reads the site's facts (name, addresses, links): the configured ones, overridden by the admin's settings. */
export async function readSite(db: Queryable, configured: Site): Promise<Site> {
  const { notifyEmail: _, ...set } = await findOrganization(db)
  return { ...configured, ...set, appUrls: { ...configured.appUrls, ...set.appUrls } }
}

const maxAgeMs = 60_000

/**
 * Caches the site's facts. After a minute, `read` still returns the cached ones and refreshes them in the background.
 * After `forget`, it waits up to `freshWaitMs` for new ones. If the database is unreachable, the last known facts are
 * used. `onChange` is called if outdated facts were returned.
 */
export function createSiteSource(
  db: Database,
  configured: Site,
  onChange: () => void,
): SiteSource & { forget(): void } {
  let known = configured
  let readAt = Number.NEGATIVE_INFINITY
  let retryAt = 0
  let mustWait = true
  let wasStale = false
  let reading: { done: Promise<void>; startedAt: number } | undefined

  function startReading() {
    const done = readSite(db, configured).then(
      (site) => {
        // `forget` was called in the meantime, so this may be outdated.
        if (reading !== mine) return
        reading = undefined
        const isChanged = wasStale && JSON.stringify(site) !== JSON.stringify(known)
        known = site
        readAt = Date.now()
        mustWait = false
        wasStale = false
        if (isChanged) onChange()
      },
      (error: unknown) => {
        if (reading !== mine) return
        reading = undefined
        // After any error other than an outage, the next caller waits and gets the error.
        mustWait = !isDatabaseAway(error)
        if (mustWait) throw error
        retryAt = Date.now() + outagePauseMs
      },
    )
    // Callers that wait get the error. If no one waits, the error would be unhandled and end the process, so it is
    // caught.
    done.catch(() => {})
    const mine = { done, startedAt: Date.now() }
    return mine
  }

  return {
    async read() {
      const now = Date.now()
      if (now - readAt < maxAgeMs) return known
      if (now >= retryAt) reading ??= startReading()
      if (reading && mustWait) await settleWithin(reading.done, reading.startedAt + freshWaitMs - now)
      if (Date.now() - readAt >= maxAgeMs) wasStale = true
      return known
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
      retryAt = 0
      mustWait = true
      wasStale = false
      reading = undefined
    },
  }
}
