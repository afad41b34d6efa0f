import type { Site } from '../../contracts/site.ts'
import type { EmailView } from '../../web/emails/render-mail.tsx'
import type { SiteSource } from '../http/app.ts'

/** Renders an email of web/emails to the subject, HTML, and plain text that `queueMail` takes. */
export type WriteEmail = (view: EmailView) => Promise<{ subject: string; html: string; text: string }>
export type RenderMail = (view: EmailView, site: Site) => ReturnType<WriteEmail>

export function createEmailWriter(renderer: { renderMail: RenderMail }, siteSource: SiteSource): WriteEmail {
  return async (view) => renderer.renderMail(view, await siteSource.read())
}
