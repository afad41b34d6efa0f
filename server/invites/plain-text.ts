import type TurndownService from 'turndown'
import { createConverter } from '../posts/rendering/html-to-markdown.ts'
import { type ReadOrBusy, readMarkdown } from '../posts/rendering/read-text.ts'

/** Characters; a longer text is given as the HTML that it is, because turning it would hold up everybody else. */
const maxConvertedLength = 200_000

let converter: Promise<TurndownService> | undefined

function loadConverter(): Promise<TurndownService> {
  converter ??= createConverter().then((turndown) =>
    turndown.keep(['u']).addRule('strike', { filter: ['s'], replacement: (words) => `~~${words}~~` }),
  )
  return converter
}

/** A text (clean HTML) as a plain box shows it: Markdown. */
export async function toPlainText(html: string): Promise<string> {
  if (html.length > maxConvertedLength) return html
  return (await loadConverter()).turndown(html)
}

/** What a plain box holds now. Where nobody changed it, and for its pictures, what Markdown cannot say stays. */
export async function readPlainText(typed: string, html: string): Promise<ReadOrBusy> {
  if (typed.trim() === (await toPlainText(html)).trim()) return { outcome: 'read', html }
  const read = await readMarkdown(typed)
  if (read.outcome !== 'read') return read
  const known = new Map(picturesOf(html).map((picture) => [sourceOf(picture), picture]))
  return {
    outcome: 'read',
    html: read.html.replaceAll(picture, (tag) => {
      const before = known.get(sourceOf(tag))
      return before ? before.replace(alternative, () => alternative.exec(tag)?.[0] ?? '') : tag
    }),
  }
}

// The sanitizer writes every tag in one way.
const picture = /<img [^>]*>/g
const alternative = / alt="[^"]*"/

const picturesOf = (html: string) => html.match(picture) ?? []
const sourceOf = (tag: string) => / src="([^"]*)"/.exec(tag)?.[1] ?? ''
