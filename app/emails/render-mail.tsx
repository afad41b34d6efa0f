import { render, toPlainText } from '@react-email/render'
import { type EmailTemplate, Frame, type RenderMail } from '../../core/emails/email-template.tsx'

/** The email templates of all features. The server refers to them by the names of their exports. */
const templates: Record<string, EmailTemplate<never>> = Object.assign(
  {},
  ...Object.values(import.meta.glob<object>('../../{core,features/*}/emails/*-emails.tsx', { eager: true })),
)

/** Renders an email as HTML and as plain text. */
export const renderMail: RenderMail = async (view, site) => {
  const template = templates[view.template] as unknown as EmailTemplate<object>
  const props = { ...view.props, site }
  const html = await render(
    <Frame site={site} why={template.why(props)} firstLine={template.firstLine?.(props)}>
      <template.Body {...props} />
    </Frame>,
  )
  const text = toPlainText(html, {
    // RFC 5322 recommends lines of at most 78 characters.
    wordwrap: 78,
    selectors: [
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'img', format: 'skip' },
      { selector: '.first-line', format: 'skip' },
      // A fact right below its label
      { selector: '.fact > .label', format: 'paragraph', options: { trailingLineBreaks: 1 } },
      { selector: '.fact > p', format: 'paragraph', options: { leadingLineBreaks: 1 } },
      { selector: 'table.data', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })
  return { subject: template.subject(props), html, text: `${text.trim()}\n` }
}
