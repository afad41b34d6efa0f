import { Marked } from 'marked'
import { backupWords } from '../../content/legal/backups.ts'
import { legalPage } from '../../content/legal/legal-page.ts'
import privacyText from '../../content/legal/privacy-policy.md?raw'
import { deletionDays } from '../../content/legal/retention.ts'
import termsText from '../../content/legal/terms-of-service.md?raw'
import { formatLongDate } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { slugOf } from '../../contracts/slug.ts'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'

export const privacyPolicy: Page<{ lastCleanUp: string | undefined; backupsKept: number }> = {
  head: () => ({
    ...legalPage.privacyPolicy,
    canonical: paths.privacyPolicy,
  }),
  Body: ({ site, lastCleanUp, backupsKept }) => (
    <LegalText
      text={privacyText}
      site={site}
      values={{
        lastCleanUp: lastCleanUp ? formatLongDate(lastCleanUp, site) : legalPage.noCleanUp,
        backups: backupWords(backupsKept),
      }}
    />
  ),
}

export const termsOfService: Page<object> = {
  head: () => ({
    ...legalPage.termsOfService,
    canonical: paths.termsOfService,
  }),
  Body: ({ site }) => <LegalText text={termsText} site={site} />,
}

type Values = Record<string, string>

function LegalText({ text, site, values = {} }: { text: string; site: Site; values?: Values }) {
  const [opening = '', ...parts] = fill(text, site, values).split(/^(?=## )/m)
  return (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome look="button" />
      <Prose text={opening} />
      <nav className="on-this-page" aria-labelledby="on-this-page">
        <b id="on-this-page">{legalPage.contents}</b>
        <ul>
          {parts.map(readTitle).map((title) => (
            <li key={title}>
              <a href={`#${slugOf(title)}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Prose text={parts.join('')} />
    </main>
  )
}

const readTitle = (part: string) => /^## (.+)/.exec(part)?.[1]?.trim() ?? ''

function Prose({ text }: { text: string }) {
  const html = markdown.parse(text, { async: false })
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, and the settings in it are escaped
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  )
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = depth === 2 ? ` id="${slugOf(text)}"` : ''
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
  },
})

/**
 * Replaces placeholders such as `{{name}}` with escaped settings, so that Markdown characters in them have no effect.
 */
function fill(text: string, site: Site, more: Values): string {
  const values: Values = {
    ...more,
    name: site.name,
    contactEmail: site.contactEmail,
    postalAddress: site.postalAddress,
    privacyPolicy: paths.privacyPolicy,
    yourData: paths.yourData,
    deletionDays: String(deletionDays),
  }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => {
    const value = values[key]
    return value === undefined ? whole : value.replaceAll(/[\\`*_{}[\]()<>&#!|~]/g, '\\$&')
  })
}
