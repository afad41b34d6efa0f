import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organization } from '../../contracts/organization.ts'
import { appIds } from '../../contracts/site.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

const organizationKey = 'organisation'

/** The row holds only what has been set: what is missing is as configured. */
const setOrganization = z.object({
  name: z.string().optional(),
  contactEmail: z.string().optional(),
  postalAddress: z.string().optional(),
  timeZone: z.string().optional(),
  bookingUrl: z.string().optional(),
  communityUrl: z.string().optional(),
  appUrls: z.partialRecord(z.enum(appIds), z.string()).optional(),
  notifyEmail: z.string().optional(),
})
type SetOrganization = z.infer<typeof setOrganization>

/** What the admin has set over the configuration. */
export async function findOrganization(db: Queryable): Promise<SetOrganization> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, organizationKey))
  return row ? setOrganization.parse(row.value) : {}
}

/** The same as a form shows it: an empty text where nothing is set. */
export async function readOrganization(db: Queryable): Promise<Organization> {
  return fill(await findOrganization(db))
}

/** What stands behind the admin's settings. */
export function configuredOrganization({ site, notifyEmail }: Config): Organization {
  return fill({ ...site, notifyEmail })
}

/** Replaces the whole row, so that two admins who save at once never mix; every instance drops its pages. */
export async function saveOrganization(db: Queryable, organization: Organization): Promise<void> {
  const { appUrls, ...texts } = organization
  const value: SetOrganization = { ...withoutEmpty(texts), appUrls: withoutEmpty(appUrls) }
  await db.transaction(async (tx) => {
    await tx
      .insert(settings)
      .values({ key: organizationKey, value })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
    await tx.execute(sql`select pg_notify('page_cache', 'site')`)
  })
}

function fill(set: SetOrganization): Organization {
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
