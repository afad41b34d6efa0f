import { sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Config } from '../config.ts'
import type { Organization } from '../contract/organization.ts'
import { type AppId, appIds, type SiteSettings } from '../contract/site.ts'
import type { Queryable } from './db/connect.ts'
import { readSetting, writeSetting } from './db/settings.ts'

const organizationKey = 'organisation'

/** Contains only the values that an admin set. All others come from the configuration. */
const setOrganization = z.object({
  name: z.optional(z.string()),
  contactEmail: z.optional(z.string()),
  postalAddress: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  bookingUrl: z.optional(z.string()),
  communityUrl: z.optional(z.string()),
  appUrls: z.optional(z.partialRecord(z.enum(appIds), z.string())),
  notifyEmail: z.optional(z.string()),
})
export type SetOrganization = z.infer<typeof setOrganization>

/** Values that an admin set. They override the configuration. */
export async function findOrganization(db: Queryable): Promise<SetOrganization> {
  return (await readSetting(db, organizationKey, setOrganization)) ?? {}
}

/** The settings that emails need */
export type Office = {
  site: SiteSettings
  /** The address for notifications */
  notifyEmail: string | undefined
}

/** Reads the settings that an admin set, and the configured ones where no admin did. */
export async function readOffice(db: Queryable, config: Config): Promise<Office> {
  const set = await findOrganization(db)
  return { site: overrideSite(config.site, set), notifyEmail: set.notifyEmail ?? config.notifyEmail }
}

export function overrideSite(configured: SiteSettings, set: SetOrganization): SiteSettings {
  const { notifyEmail: _, ...facts } = set
  return { ...configured, ...facts, appUrls: { ...configured.appUrls, ...facts.appUrls } }
}

/** The address for notifications to the office */
export const findNotifyEmail = async (db: Queryable, config: Config): Promise<string | undefined> =>
  (await readOffice(db, config)).notifyEmail

export const readTimeZone = async (db: Queryable, config: Config): Promise<string> =>
  (await readOffice(db, config)).site.timeZone

/** The values for a form, with empty strings for those that are not set */
export async function readOrganization(db: Queryable): Promise<Organization> {
  return fill(await findOrganization(db))
}

/** The configured values, which apply unless an admin sets others */
export function configuredOrganization({ site, notifyEmail }: Config): Organization {
  return fill({ ...site, notifyEmail })
}

/** Saves the settings and makes every instance drop its cached pages. */
export async function writeOrganization(tx: Queryable, organization: Organization): Promise<void> {
  const { appUrls, ...texts } = organization
  const value: SetOrganization = { ...withoutEmpty(texts), appUrls: withoutEmpty(appUrls) }
  await writeSetting(tx, organizationKey, value)
  await tx.execute(sql`select pg_notify('page_cache', 'site')`)
}

const noAppUrls = Object.fromEntries(appIds.map((id) => [id, ''])) as Record<AppId, string>

function fill(set: SetOrganization): Organization {
  return {
    name: set.name ?? '',
    contactEmail: set.contactEmail ?? '',
    postalAddress: set.postalAddress ?? '',
    timeZone: set.timeZone ?? '',
    bookingUrl: set.bookingUrl ?? '',
    communityUrl: set.communityUrl ?? '',
    appUrls: { ...noAppUrls, ...set.appUrls },
    notifyEmail: set.notifyEmail ?? '',
  }
}

function withoutEmpty<Key extends string>(texts: Record<Key, string>): Partial<Record<Key, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<
    Record<Key, string>
  >
}
