import type { Site, SiteSettings } from '../../contracts/site.ts'
import { type CachedRead, cacheRead } from '../db/cached-read.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { resolveLook } from '../look/resolve-look.ts'
import { listPublicPages } from '../posts/reading/public-pages.ts'
import { originalContent } from '../site-content/original-content.ts'
import { readContent } from '../site-content/read-content.ts'
import { findOrganization } from './organization.ts'

/** Reads everything that pages show besides posts: the settings, and what editors changed in Site. */
export async function readSite(db: Queryable, configured: SiteSettings): Promise<Site> {
  const [settings, content, ownPages] = await Promise.all([
    readSiteSettings(db, configured),
    readContent(db),
    listPublicPages(db),
  ])
  return { ...settings, content, look: await resolveLook(db, content.look), ownPages }
}

/** Reads the site's facts (name, addresses, links): the configured ones, overridden by the admin's settings. */
export async function readSiteSettings(db: Queryable, configured: SiteSettings): Promise<SiteSettings> {
  const { notifyEmail: _, ...set } = await findOrganization(db)
  return { ...configured, ...set, appUrls: { ...configured.appUrls, ...set.appUrls } }
}

/** Caches the site's facts. If the database is unreachable, the last known facts are used, or the original ones. */
export function createSiteSource(
  db: Database,
  configured: SiteSettings,
  onChange: () => void,
): CachedRead<Site> {
  const original = { ...configured, content: originalContent, look: undefined, ownPages: [] }
  return cacheRead(() => readSite(db, configured), original, onChange)
}
