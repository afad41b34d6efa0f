import type TurndownService from 'turndown'
import { keepBlocks } from '../posts/rendering/blocks/markdown-blocks.ts'
import { createConverter } from '../posts/rendering/html-to-markdown.ts'
import { type ReadOrBusy, readMarkdown } from '../posts/rendering/read-text.ts'
import type { TextFormat } from './save-typed-room.ts'

/** Max characters of a text that is converted. Converting a longer one would block all other requests. */
const maxConvertedLength = 200_000

let converter: Promise<TurndownService> | undefined

function loadConverter(): Promise<TurndownService> {
  converter ??= createConverter().then((turndown) => {
    keepBlocks(turndown)
    return turndown.keep(['u']).addRule('strike', { filter: ['s'], replacement: (text) => `~~${text}~~` })
  })
  return converter
}

/** Converts a text (clean HTML) to Markdown for a plain text box. */
export async function toPlainText(html: string): Promise<string> {
  if (html.length > maxConvertedLength) return html
  return (await loadConverter()).turndown(html)
}

/** Format of the text in a plain text box */
export const markdown: TextFormat = {
  name: 'markdown',
  isCheap: false,
  isSame: async (typed, saved) => typed.trim() === (await toPlainText(saved)).trim(),
  read: readPlainText,
}

/** Reads Markdown. Pictures keep the attributes of the saved HTML that Markdown cannot express. */
async function readPlainText(typed: string, saved: string): Promise<ReadOrBusy> {
  const read = await readMarkdown(typed)
  if (read.outcome !== 'read') return read
  const known = new Map(picturesOf(saved).map((picture) => [sourceOf(picture), picture]))
  return {
    outcome: 'read',
    html: read.html.replaceAll(picture, (tag) => {
      const before = known.get(sourceOf(tag))
      return before ? before.replace(alternative, () => alternative.exec(tag)?.[0] ?? '') : tag
    }),
  }
}

// Simple patterns suffice, because the sanitizer writes every tag in the same way.
const picture = /<img [^>]*>/g
const alternative = / alt="[^"]*"/

const picturesOf = (html: string) => html.match(picture) ?? []
const sourceOf = (tag: string) => / src="([^"]*)"/.exec(tag)?.[1] ?? ''
