import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { appIds, type Site } from '../../contracts/site.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/connect.ts'
import { settings } from '../db/schema.ts'

const organisationKey = 'organisation'

/** What the admin's settings may override. */
const organisation = z.object({
  name: z.string().optional(),
  bookingUrl: z.string().optional(),
  communityUrl: z.string().optional(),
  appUrls: z.partialRecord(z.enum(appIds), z.string()).optional(),
  contactEmail: z.string().optional(),
  postalAddress: z.string().optional(),
  timeZone: z.string().optional(),
})

/** The site's facts with the admin's settings over the configured ones. */
export async function readSite(db: Queryable, configured: Site): Promise<Site> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, organisationKey))
  if (!row) return configured
  const saved = organisation.parse(row.value)
  return { ...configured, ...saved, appUrls: { ...configured.appUrls, ...saved.appUrls } }
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
