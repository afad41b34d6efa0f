import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organisation } from '../../contracts/organization.ts'
import { appIds } from '../../contracts/site.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema.ts'

const organisationKey = 'organisation'

/** The row holds only what has been set: what is missing is as configured. */
const setOrganisation = z.object({
  name: z.string().optional(),
  contactEmail: z.string().optional(),
  postalAddress: z.string().optional(),
  timeZone: z.string().optional(),
  bookingUrl: z.string().optional(),
  communityUrl: z.string().optional(),
  appUrls: z.partialRecord(z.enum(appIds), z.string()).optional(),
  notifyEmail: z.string().optional(),
})
type SetOrganisation = z.infer<typeof setOrganisation>

/** What the admin has set over the configuration. */
export async function findOrganisation(db: Queryable): Promise<SetOrganisation> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, organisationKey))
  return row ? setOrganisation.parse(row.value) : {}
}

/** The same as a form shows it: an empty text where nothing is set. */
export async function readOrganisation(db: Queryable): Promise<Organisation> {
  return fill(await findOrganisation(db))
}

/** What stands behind the admin's settings. */
export function configuredOrganisation({ site, notifyEmail }: Config): Organisation {
  return fill({ ...site, notifyEmail })
}

/** Replaces the whole row, so that two admins who save at once never mix; every instance drops its pages. */
export async function saveOrganisation(db: Queryable, organisation: Organisation): Promise<void> {
  const { appUrls, ...texts } = organisation
  const value: SetOrganisation = { ...withoutEmpty(texts), appUrls: withoutEmpty(appUrls) }
  await db.transaction(async (tx) => {
    await tx
      .insert(settings)
      .values({ key: organisationKey, value })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
    await tx.execute(sql`select pg_notify('page_cache', 'site')`)
  })
}

function fill(set: SetOrganisation): Organisation {
  return {
    name: set.name ?? '',
    contactEmail: set.contactEmail ?? '',
    postalAddress: set.postalAddress ?? '',
    timeZone: set.timeZone ?? '',
    bookingUrl: set.bookingUrl ?? '',
    communityUrl: set.communityUrl ?? '',
    appUrls: {
      beezy: set.appUrls?.beezy ?? '',
      pricevue: set.appUrls?.pricevue ?? '',
      'ninety-day-plan': set.appUrls?.['ninety-day-plan'] ?? '',
      calmpath: set.appUrls?.calmpath ?? '',
      'adhd-assessment': set.appUrls?.['adhd-assessment'] ?? '',
    },
    notifyEmail: set.notifyEmail ?? '',
  }
}

function withoutEmpty<Key extends string>(texts: Record<Key, string>): Partial<Record<Key, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<
    Record<Key, string>
  >
}
