import { Marked } from 'marked'
import privacyText from '../../content/legal/privacy-policy.md?raw'
import { deletionDays } from '../../content/legal/retention.ts'
import termsText from '../../content/legal/terms-of-service.md?raw'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'

export const privacyPolicy: Page<object> = {
  head: () => ({
    title: 'Privacy Policy',
    description: 'What we keep about you, why, and how you get it deleted, in plain words.',
    canonical: paths.privacyPolicy,
  }),
  frame: 'site',
  Body: ({ site }) => <LegalText text={privacyText} site={site} />,
}

export const termsOfService: Page<object> = {
  head: () => ({
    title: 'Terms of Service',
    description: 'The rules for using this site, in plain words.',
    canonical: paths.termsOfService,
  }),
  frame: 'site',
  Body: ({ site }) => <LegalText text={termsText} site={site} />,
}

function LegalText({ text, site }: { text: string; site: Site }) {
  return (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome look="button" />
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, and the settings in it are escaped
        dangerouslySetInnerHTML={{ __html: markdown.parse(fill(text, site), { async: false }) }}
      />
    </main>
  )
}

const markdown = new Marked()

/** Puts the settings in the place of `{{name}}` and the like, so that they mean nothing in Markdown. */
function fill(text: string, site: Site): string {
  const values: Record<string, string> = {
    name: site.name,
    contactEmail: site.contactEmail,
    postalAddress: site.postalAddress,
    privacyPolicy: paths.privacyPolicy,
    deletionDays: String(deletionDays),
  }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => {
    const value = values[key]
    return value === undefined ? whole : value.replaceAll(/[\\`*_{}[\]()<>&#!|~]/g, '\\$&')
  })
}
