import { readFileSync } from 'node:fs'
import { apps } from '../../content/apps.ts'
import { blog } from '../../content/blog.ts'
import { contact } from '../../content/contact.ts'
import * as home from '../../content/home.ts'
import { insights } from '../../content/insights.ts'
import { legalDescriptions } from '../../content/legal/legal-page.ts'
import { look } from '../../content/look.ts'
import { newsletterBox } from '../../content/newsletter.ts'
import { services } from '../../content/services.ts'
import { waitlist } from '../../content/waitlist.ts'
import type { SiteContent } from '../../contracts/site-content/sections.ts'
import { sanitizePost } from '../posts/rendering/sanitize.ts'

/** The words and lists that the site has until editors change them, from content/ */
export const originalContent: SiteContent = {
  look,
  ...home,
  services,
  apps,
  insights,
  newsletterBox,
  waitlist,
  contact,
  blog,
  privacyPolicy: { description: legalDescriptions.privacyPolicy, text: readLegalText('privacy-policy') },
  termsOfService: { description: legalDescriptions.termsOfService, text: readLegalText('terms-of-service') },
}

/** A text in content/legal/: HTML in the form in which an edited text is stored */
function readLegalText(name: string): string {
  const html = readFileSync(new URL(`../../content/legal/${name}.html`, import.meta.url), 'utf8')
  return sanitizePost(html).trim()
}
