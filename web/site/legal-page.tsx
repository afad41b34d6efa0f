import { backupWords } from '../../content/legal/backups.ts'
import { legalPage } from '../../content/legal/legal-page.ts'
import { deletionDays } from '../../content/legal/retention.ts'
import { escapeHtml } from '../../contracts/escape-html.ts'
import { formatLongDate } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { showBlocks } from '../block-html.ts'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'
import { splitAtHeadings, withOneTitle } from './split-at-headings.ts'

export const privacyPolicy: Page<{ lastCleanUp: string | undefined; backupsKept: number }> = {
  head: ({ site }) => ({
    title: legalPage.privacyPolicy,
    description: site.content.privacyPolicy.description,
    canonical: paths.privacyPolicy,
  }),
  Body: ({ site, lastCleanUp, backupsKept }) => (
    <LegalText
      html={site.content.privacyPolicy.text}
      title={legalPage.privacyPolicy}
      site={site}
      values={{
        lastCleanUp: lastCleanUp ? formatLongDate(lastCleanUp, site) : legalPage.noCleanUp,
        backups: backupWords(backupsKept),
      }}
    />
  ),
}

export const termsOfService: Page<object> = {
  head: ({ site }) => ({
    title: legalPage.termsOfService,
    description: site.content.termsOfService.description,
    canonical: paths.termsOfService,
  }),
  Body: ({ site }) => (
    <LegalText html={site.content.termsOfService.text} title={legalPage.termsOfService} site={site} />
  ),
}

type Values = Record<string, string>

type LegalTextProps = { html: string; title: string; site: Site; values?: Values }

function LegalText({ html, title, site, values = {} }: LegalTextProps) {
  const { opening, parts } = splitAtHeadings(withOneTitle(fill(html, site, values), title))
  const listed = parts.filter((part) => part.title !== '')
  return (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome look="button" />
      <Prose html={opening} />
      {listed.length > 0 && (
        <nav className="on-this-page" aria-labelledby="on-this-page">
          <b id="on-this-page">{legalPage.contents}</b>
          <ul>
            {listed.map((part) => (
              <li key={part.anchor}>
                <a href={`#${part.anchor}`}>{part.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Prose html={parts.map((part) => part.html).join('')} />
    </main>
  )
}

function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved, and the settings in it are escaped
    <div className="prose" dangerouslySetInnerHTML={{ __html: showBlocks(html, () => false) }} />
  )
}

/** Replaces placeholders such as `{{name}}` with escaped settings. In links, the braces are percent-encoded. */
function fill(html: string, site: Site, more: Values): string {
  const values: Values = {
    ...more,
    name: site.name,
    contactEmail: site.contactEmail,
    postalAddress: site.postalAddress,
    deletionDays: String(deletionDays),
  }
  return html.replaceAll(/(?:\{\{|%7B%7B)(\w+)(?:\}\}|%7D%7D)/g, (whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    return value === undefined ? whole : escapeHtml(value)
  })
}
