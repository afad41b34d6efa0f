import type { LetterView } from '../../web/emails/render-mail.tsx'
import type { SiteSource } from '../settings/site-source.ts'
import type { Renderer } from '../site/renderer.ts'

/** A mail of web/emails, ready for `queueMail`: subject, HTML and plain text. */
export type WriteEmail = (view: LetterView) => Promise<{ subject: string; html: string; text: string }>

export function createEmailWriter(renderer: Renderer, siteSource: SiteSource): WriteEmail {
  return async (view) => renderer.renderMail(view, await siteSource.read())
}
