import type { Site, SiteSettings } from '../../../../core/contract/site.ts'
import { cacheRead } from '../../../../core/server/db/cached-read.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { readOff } from '../../../../core/server/db/features-off.ts'
import type { SiteSource } from '../../../../core/server/http/app.ts'
import { findOrganization, overrideSite } from '../../../../core/server/organization.ts'
import type { SiteSection } from '../../../manifest/feature.ts'
import { listPublicPages } from '../../../posts/server/reading/public-pages.ts'
import { resolveLook } from '../look/resolve-look.ts'
import { readContent } from '../site-content/read-content.ts'
import { mapSections } from '../site-content/sections.ts'

/** Reads everything that pages show besides posts: the settings, and what editors changed in Site. */
export async function readSite(
  db: Queryable,
  configured: SiteSettings,
  sections: SiteSection[],
): Promise<Site> {
  const [settings, words, ownPages] = await Promise.all([
    readFacts(db, configured),
    readWords(db, sections),
    listPublicPages(db),
  ])
  return { ...settings, ...words, ownPages }
}

async function readFacts(db: Queryable, configured: SiteSettings): Promise<SiteSettings & Pick<Site, 'off'>> {
  const [settings, off] = await Promise.all([readSiteSettings(db, configured), readOff(db)])
  return { ...settings, off }
}

async function readWords(db: Queryable, sections: SiteSection[]): Promise<Pick<Site, 'content' | 'look'>> {
  const content = await readContent(db, sections)
  return { content, look: await resolveLook(db, content.look) }
}

/** Reads the site's facts (name, addresses, links): the configured ones, overridden by the admin's settings. */
export async function readSiteSettings(db: Queryable, configured: SiteSettings): Promise<SiteSettings> {
  return overrideSite(configured, await findOrganization(db))
}

export type ForgettingSiteSource = SiteSource & {
  /** `isSection`: only words and lists of a section have changed, not the settings or the list of own pages. */
  forget(isSection?: boolean): void
}

/** Caches the site's facts. If the database is unreachable, the last known facts are used, or the original ones. */
export function createSiteSource(
  db: Database,
  configured: SiteSettings,
  sections: SiteSection[],
  onChange: () => void,
): ForgettingSiteSource {
  const settings = cacheRead(() => readFacts(db, configured), { ...configured, off: [] }, onChange)
  const originals = mapSections(sections, ({ original }) => original)
  const words = cacheRead(() => readWords(db, sections), { content: originals, look: undefined }, onChange)
  const ownPages = cacheRead(() => listPublicPages(db), [], onChange)
  return {
    async read() {
      const [facts, said, pages] = await Promise.all([settings.read(), words.read(), ownPages.read()])
      return { ...facts, ...said, ownPages: pages }
    },
    forget(isSection = false) {
      words.forget()
      if (isSection) return
      settings.forget()
      ownPages.forget()
    },
  }
}
