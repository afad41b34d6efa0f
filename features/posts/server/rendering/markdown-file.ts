import type TurndownService from 'turndown'
import { linkParts } from '../../../../core/contract/text-parts.ts'
import { absoluteLinks } from './absolute-links.ts'
import { toPortableHtml } from './blocks/portable-blocks.ts'
import { createConverter } from './html-to-markdown.ts'

let converter: Promise<TurndownService> | undefined

type Paragraphs = (string | false | undefined)[]
type Page = { title: string; url: string; content: string; publicUrl: string }

/**
 * Writes a page as Markdown, for programs: its title, its text, and paragraphs before and after the text. The headers tell
 * search engines to index the page instead.
 */
export async function writeMarkdown(
  { title, url, content, publicUrl }: Page,
  around: (plain: (text: string) => string) => { before: Paragraphs; after?: Paragraphs },
) {
  converter ??= createConverter()
  const turndown = await converter
  const { before, after = [] } = around((text) => turndown.escape(text))
  const text = turndown.turndown(absoluteLinks(toPortableHtml(linkParts(content, url)), publicUrl))
  const paragraphs = [`# ${turndown.escape(title)}`, ...before, text, ...after, url]
  return {
    body: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    contentType: 'text/markdown; charset=utf-8',
    headers: { 'x-robots-tag': 'noindex', link: `<${url}>; rel="canonical"` },
  }
}
