import type { EmailView, RenderMail } from '../../emails/email-template.tsx'
import type { SiteSource } from '../http/app.ts'

/** Renders an email template to the subject, HTML, and plain text that `queueMail` takes. */
export type WriteEmail = (view: EmailView) => ReturnType<RenderMail>

export function createEmailWriter(renderer: { renderMail: RenderMail }, siteSource: SiteSource): WriteEmail {
  return async (view) => renderer.renderMail(view, await siteSource.read())
}
