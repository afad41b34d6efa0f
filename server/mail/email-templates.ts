import type { LetterView } from '../../web/emails/render-mail.tsx'
import type { Renderer } from '../site/renderer.ts'
import type { SiteSource } from '../settings/site-source.ts'

/** A mail of web/emails, ready for `queueMail`: subject, HTML and plain text. */
export type WriteLetter = (view: LetterView) => Promise<{ subject: string; html: string; text: string }>

export function createLetterWriter(renderer: Renderer, siteSource: SiteSource): WriteLetter {
  return async (view) => renderer.renderMail(view, await siteSource.read())
}
