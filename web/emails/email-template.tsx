import type { ReactNode } from 'react'
import type { Site } from '../../contracts/site.ts'

/**
 * The subject, footer, and body of one kind of email. Bodies use only plain HTML and the components below, because
 * email apps ignore linked style sheets and support only parts of HTML and CSS.
 */
export type EmailTemplate<Props> = {
  subject: (props: Props & { site: Site }) => string
  /** Why the recipient gets the email, shown at its end: `You’re getting this because ...` */
  why: (props: Props & { site: Site }) => ReactNode
  Body: (props: Props & { site: Site }) => ReactNode
}

export function Frame({ site, why, children }: { site: Site; why: ReactNode; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <style>{styles}</style>
      </head>
      <body className="paper">
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} className="paper">
          <tbody>
            <tr>
              <td align="center" className="outer">
                <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className="sheet">
                  <tbody>
                    <tr>
                      <td className="inner">
                        <p className="name">{site.name}</p>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="foot">
                        <p>{why}</p>
                        <p>
                          {site.name}
                          {site.postalAddress && ` · ${site.postalAddress.replaceAll(/\s*\n\s*/g, ', ')}`}
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
    <blockquote>
      {children.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <span key={index}>
          {line}
          <br />
        </span>
      ))}
    </blockquote>
  )
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

/** Hex colors and px sizes, because many email apps support neither oklch() nor custom properties. */
const styles = `
body { margin: 0; padding: 0; }
.paper { background: #fbf8f1; color: #17271f; font: 17px/1.55 Figtree, "Helvetica Neue", Arial, sans-serif; }
.outer { padding: 24px 12px; }
.sheet { max-width: 600px; margin: 0 auto; text-align: left; background: #ffffff; border: 1px solid #e2dccb; border-radius: 14px; overflow-wrap: anywhere; word-break: break-word; }
.inner { padding: 28px 32px 12px; }
.name { margin: 0 0 20px; font-size: 15px; font-weight: 600; color: #1f5a43; }
h1 { margin: 0 0 16px; font: 600 26px/1.25 Fraunces, Georgia, serif; color: #17271f; }
h2 { margin: 28px 0 10px; font: 600 21px/1.3 Fraunces, Georgia, serif; }
h3 { margin: 24px 0 8px; font: 600 18px/1.3 Fraunces, Georgia, serif; }
p { margin: 0 0 16px; }
a { color: #1f5a43; }
img { max-width: 100%; height: auto; border-radius: 8px; }
pre { overflow-x: auto; padding: 12px; background: #f4efe2; border-radius: 8px; font-size: 14px; white-space: pre-wrap; }
blockquote { margin: 0 0 16px; padding: 2px 0 2px 14px; border-left: 3px solid #e9a93a; }
.answer { margin: 0 0 14px; }
.label { margin: 0 0 4px; font-size: 14px; color: #4b5a52; }
.action { margin: 4px 0 20px; }
.button { background: #e9a93a; border-radius: 999px; }
.button a { display: inline-block; padding: 12px 26px; font-weight: 600; color: #2e2310; text-decoration: none; }
.foot { padding: 16px 32px 20px; border-top: 1px solid #e2dccb; font-size: 14px; color: #4b5a52; }
.foot p { margin: 0 0 6px; }
.foot a { color: #4b5a52; }
@media (max-width: 480px) { .inner { padding: 22px 20px 8px; } .foot { padding: 14px 20px 16px; } }
@media (prefers-color-scheme: dark) {
  .paper { background: #16201b; color: #f2ede0; }
  .sheet { background: #1d2a24; border-color: #34443c; }
  .name, a { color: #a9d3bd; }
  h1, h2, h3 { color: #f2ede0; }
  pre { background: #16201b; }
  .label, .foot, .foot a { color: #bcc7bf; }
  .foot { border-color: #34443c; }
}
`
