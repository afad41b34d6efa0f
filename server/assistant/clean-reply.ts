import type { z } from 'zod'
import { readMarkdownInTurn } from '../posts/markdown.ts'
import { sanitizePost, textOf } from '../posts/sanitize.ts'
import { lineOf } from './built-in/plain-text.ts'
import { ServiceFault } from './service/fault.ts'
import { withoutThoughts } from './service/strip-reasoning.ts'

/**
 * The JSON object in a model's reply, as the schema wants it. Models like to put words or a code fence around it.
 * @throws ServiceFault
 */
export function parseReply<Schema extends z.ZodType>(schema: Schema, reply: string): z.output<Schema> {
  const said = withoutThoughts(reply)
  try {
    return schema.parse(JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)))
  } catch {
    // Both errors quote the reply.
    throw new ServiceFault('unusable')
  }
}

/** Longest line that is looked at, in characters: what a model sends beyond it would only hold up everybody else. */
const maxLineLength = 5000

/** One line of plain text. */
export const plainLine = (reply: string) => lineOf(sanitizePost(reply.slice(0, maxLineLength)))

/**
 * A model's HTML or Markdown as a stranger's: cleaned, and with those links only that stood in what was asked.
 * @throws ServiceFault
 */
export async function cleanHtml(reply: string, asked: string): Promise<string> {
  const read = await readMarkdownInTurn(reply)
  if (read.outcome !== 'read') throw new ServiceFault('unusable')
  const known = addressesIn(asked)
  const html = keepLinks(read.html, (href) => known.has(withoutSlash(href)))
  if (textOf(html).trim() === '') throw new ServiceFault('unusable')
  return html
}

/** Of links that are not wanted only the text stays. */
function keepLinks(sanitized: string, isWanted: (href: string) => boolean): string {
  const open: boolean[] = []
  return sanitized.replaceAll(/<a\b(?: href="([^"]*)")?[^>]*>|<\/a>/g, (tag, href: string | undefined) => {
    const isKept = tag === '</a>' ? open.pop() : href !== undefined && isWanted(href)
    if (tag !== '</a>') open.push(isKept === true)
    return isKept ? tag : ''
  })
}

function addressesIn(text: string): Set<string> {
  const found = text.replaceAll('&amp;', '&').match(/(?:https?:\/\/|mailto:|tel:)[^\s"'<>\])]+/gi) ?? []
  return new Set(found.flatMap((address) => [address, address.replace(/[.,;:!?]+$/, '')]).map(withoutSlash))
}

const withoutSlash = (address: string) => address.replaceAll('&amp;', '&').replace(/\/$/, '')
