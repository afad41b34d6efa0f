import type { Site } from '../../contracts/site.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/connect.ts'
import { findOrganisation } from '../organisation/organisation.ts'

/** The site's facts with the admin's settings over the configured ones. */
export async function readSite(db: Queryable, configured: Site): Promise<Site> {
  const { notifyEmail: _, ...set } = await findOrganisation(db)
  return { ...configured, ...set, appUrls: { ...configured.appUrls, ...set.appUrls } }
}

export type SiteSource = { read(): Promise<Site>; forget(): void }

/** The site's facts, kept for a minute; while the database is away the last known ones. */
export function createSiteSource(db: Database, configured: Site): SiteSource {
  const maxAge = 60_000
  let known: { site: Site; readAt: number } | undefined
  let lastGood = configured
  return {
    async read() {
      if (known && Date.now() - known.readAt < maxAge) return known.site
      try {
        lastGood = await readSite(db, configured)
        known = { site: lastGood, readAt: Date.now() }
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
      }
      return lastGood
    },
    forget() {
      known = undefined
    },
  }
}
