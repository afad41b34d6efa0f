import type { Site } from '../../contracts/site.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/connect.ts'
import type { SiteSource } from '../http/app.ts'
import { freshWaitMs, outagePauseMs, settleWithin } from '../timeouts.ts'
import { findOrganization } from './organization.ts'

/** The site's facts with the admin's settings over the configured ones. */
export async function readSite(db: Queryable, configured: Site): Promise<Site> {
  const { notifyEmail: _, ...set } = await findOrganization(db)
  return { ...configured, ...set, appUrls: { ...configured.appUrls, ...set.appUrls } }
}

const maxAge = 60_000

/**
 * The site's facts. Whoever asks a minute later gets the known ones at once, and they are read again behind;
 * after `forget` one waits for the new ones, but not longer than `freshWaitMs`. While the database is
 * away the last known ones stand in. `onChange` is told when old facts turn out to have been given away.
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
  let gaveOld = false
  let reading: { done: Promise<void>; startedAt: number } | undefined

  function startReading() {
    const done = readSite(db, configured).then(
      (site) => {
        // Forgotten meanwhile: this may have read what was there before.
        if (reading !== mine) return
        reading = undefined
        const isNews = gaveOld && JSON.stringify(site) !== JSON.stringify(known)
        known = site
        readAt = Date.now()
        mustWait = false
        gaveOld = false
        if (isNews) onChange()
      },
      (error: unknown) => {
        if (reading !== mine) return
        reading = undefined
        // The next one who asks waits, and hears of any other failure.
        mustWait = !isDatabaseAway(error)
        if (mustWait) throw error
        retryAt = Date.now() + outagePauseMs
      },
    )
    // Those who wait see it; nobody else has to.
    done.catch(() => {})
    const mine = { done, startedAt: Date.now() }
    return mine
  }

  return {
    async read() {
      const now = Date.now()
      if (now - readAt < maxAge) return known
      if (now >= retryAt) reading ??= startReading()
      if (reading && mustWait) await settleWithin(reading.done, reading.startedAt + freshWaitMs - now)
      if (Date.now() - readAt >= maxAge) gaveOld = true
      return known
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
      retryAt = 0
      mustWait = true
      gaveOld = false
      reading = undefined
    },
  }
}
