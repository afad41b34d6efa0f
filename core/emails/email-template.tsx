import { Fragment, type ReactNode } from 'react'
import { withVersion } from '../contract/look/site-look.ts'
import { onOneLine } from '../contract/on-one-line.ts'
import { paths } from '../contract/paths.ts'
import type { Site } from '../contract/site.ts'
import { writeEmailStyle } from './email-style.ts'

/**
 * The subject, footer, and body of one kind of email. Bodies use only plain HTML and the components below, because
 * email apps ignore linked style sheets and support only parts of HTML and CSS.
 */
export type EmailTemplate<Props> = {
  subject: (props: Props & { site: Site }) => string
  /** The line after the subject in lists of emails; by default, the first words of the email */
  firstLine?: (props: Props & { site: Site }) => string
  /** Why the recipient gets the email, shown at its end: `You’re getting this because ...` */
  why: (props: Props & { site: Site }) => ReactNode
  Body: (props: Props & { site: Site }) => ReactNode
}

/** All templates by name. Each file of templates adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: core knows no template of a feature
export interface Emails {}

type PropsOf<Listed> = Listed extends EmailTemplate<infer Props> ? Props : never

/** The name of a template together with its props */
export type EmailView = {
  [Name in keyof Emails]: { template: Name; props: PropsOf<Emails[Name]> }
}[keyof Emails]

export type RenderMail = (
  view: EmailView,
  site: Site,
) => Promise<{ subject: string; html: string; text: string }>

type FrameProps = { site: Site; why: ReactNode; firstLine: string | undefined; children: ReactNode }

export function Frame({ site, why, firstLine, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <style>{writeEmailStyle(site.look)}</style>
      </head>
      <body className="paper">
        {firstLine && <div className="first-line">{firstLine}</div>}
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} className="paper">
          <tbody>
            <tr>
              <td align="center" className="outer">
                <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className="sheet">
                  <tbody>
                    <tr>
                      <td className="inner">
                        <Name site={site} />
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="foot">
                        <p>{why}</p>
                        <p>
                          {site.name}
                          {site.postalAddress && ` · ${onOneLine(site.postalAddress)}`}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/**
 * The name of the site, with its logo if programs can fetch it: most refuse addresses without encryption. Where pictures
 * are not shown, the alt text is.
 */
function Name({ site }: { site: Site }) {
  const logo = site.publicUrl.startsWith('https:') ? site.look?.logo : undefined
  if (!logo) return <p className="name">{site.name}</p>
  const { width, height, hasName } = logo
  const src = new URL(withVersion(paths.logo, site.look), site.publicUrl).href
  return (
    <p className="name">
      <img className="logo" src={src} width={width} height={height} alt={hasName ? '' : site.name} />
      {hasName && <span>{site.name}</span>}
    </p>
  )
}

/** The button of the email. A table cell, because some versions of Outlook ignore a link's background and padding. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} className="action">
      <tbody>
        <tr>
          <td className="button">
            <a href={href}>{children}</a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** A user's text with its line breaks */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote dir="auto">
      <Lines of={children} />
    </blockquote>
  )
}

/** The lines of a text. `show` renders what is in one of them. */
export function Lines({ of: text, show }: { of: string; show?: (line: string) => ReactNode }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
    <Fragment key={index}>
      {index > 0 && <br />}
      {show ? show(line) : line}
    </Fragment>
  ))
}

/** A user's plain text, with its paragraphs and links */
export function Paragraphs({ of: text }: { of: string }) {
  return text
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
      <p key={index} dir="auto">
        <Lines of={paragraph} show={withLinks} />
      </p>
    ))
}

/** A web address, or the mark that stands for a secret link until the email is sent (core/server/mail/encrypted-link.ts) */
const address = /(https?:\/\/[^\s<>"]+|\{\{link\}\})/i

function withLinks(line: string): ReactNode[] {
  return line.split(address).map((part, index) => {
    // `split` puts what the group matched at odd places.
    if (index % 2 === 0) return part
    // Punctuation at the end belongs to the sentence.
    const href = part.startsWith('{{') ? part : part.replace(/[.,;:!?'’”)\]]+$/, '')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never move
      <Fragment key={index}>
        <a href={href}>{href}</a>
        {part.slice(href.length)}
      </Fragment>
    )
  })
}

/** Labels and facts of ours. Empty ones are left out. */
export function Facts({ rows }: { rows: [label: string, fact: string][] }) {
  return rows
    .filter(([, fact]) => fact !== '')
    .map(([label, fact]) => (
      <div key={label} className="fact">
        <p className="label">{label}</p>
        <p dir="auto">
          <Lines of={fact} />
        </p>
      </div>
    ))
}

/** Labels and values of a submitted form */
export function Answers({ rows }: { rows: [string, string][] }) {
  return rows.map(([label, answer]) => (
    <div key={label} className="answer">
      <p className="label">{label}</p>
      <Quote>{answer}</Quote>
    </div>
  ))
}
