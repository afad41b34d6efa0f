import { readFileSync } from 'node:fs'
import type { SiteContent } from '../../../../core/contract/site.ts'
import type { Feature } from '../../../manifest/feature.ts'
import { sanitizePost } from '../../../posts/server/rendering/sanitize.ts'
import { siteSections } from '../../contract/site-content/sections.ts'
import { apps } from '../../words/apps.ts'
import * as home from '../../words/home.ts'
import { insights } from '../../words/insights.ts'
import { legalDescriptions } from '../../words/legal/legal-page.ts'
import { look } from '../../words/look.ts'
import { services } from '../../words/services.ts'
import { getSection } from './sections.ts'

/** The words and lists that the site has until editors change them, from content/ */
const originals: Pick<SiteContent, (typeof siteSections)[number]['id']> = {
  look,
  ...home,
  // Follows from the sections of all features (`arrangeSections`)
  homeLayout: { sections: [] },
  services,
  apps,
  insights,
  privacyPolicy: { description: legalDescriptions.privacyPolicy, text: readLegalText('privacy-policy') },
  termsOfService: { description: legalDescriptions.termsOfService, text: readLegalText('terms-of-service') },
}

// The cast is safe: each section gets the original of its own id.
export const ownSections = siteSections.map((section) => ({
  ...section,
  original: originals[section.id],
})) as NonNullable<Feature['sections']>

export const menuSection = getSection(ownSections, 'menu')

/** A text in features/site/words/legal/: HTML in the form in which an edited text is stored */
function readLegalText(name: string): string {
  const html = readFileSync(new URL(`../../words/legal/${name}.html`, import.meta.url), 'utf8')
  return sanitizePost(html).trim()
}
