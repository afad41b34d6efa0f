import type { z } from 'zod'
import { isOwnAddress } from '../../posts/contract/link-address.ts'
import { normalizeBlocks } from '../../posts/server/rendering/blocks/normalize-blocks.ts'
import { readMarkdownInTurn } from '../../posts/server/rendering/read-text.ts'
import { sanitizePost, textOf } from '../../posts/server/rendering/sanitize.ts'
import { lineOf } from './built-in/plain-text.ts'
import { ServiceFault } from './service/fault.ts'
import { stripReasoning } from './service/strip-reasoning.ts'

/**
 * Parses the JSON object in a model's reply. Models like to put words or a code fence around it.
 * @throws ServiceFault
 */
export function parseReply<Schema extends z.ZodType>(schema: Schema, reply: string): z.output<Schema> {
  const answer = stripReasoning(reply)
  try {
    return schema.parse(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)))
  } catch {
    // Both errors (invalid JSON, wrong shape) would quote the reply, so they are not passed on.
    throw new ServiceFault('unusable')
  }
}

/** Max characters of a line that are read, so that a huge line does not block the server */
const maxLineLength = 5000

export const plainLine = (reply: string) => lineOf(sanitizePost(reply.slice(0, maxLineLength)))

/**
 * Sanitizes a model's HTML or Markdown like any untrusted text, and removes links that were not in the request.
 * @throws ServiceFault
 */
export async function cleanHtml(reply: string, requestText: string): Promise<string> {
  const read = await readMarkdownInTurn(reply)
  if (read.outcome !== 'read') throw new ServiceFault('unusable')
  const known = addressesIn(requestText)
  const isKnown = (href: string) =>
    known.has(withoutSlash(href)) || (isOwnAddress(href) && requestText.includes(href))
  // A button or a video whose link was removed becomes a paragraph.
  const html = normalizeBlocks(keepLinks(read.html, isKnown))
  if (textOf(html).trim() === '') throw new ServiceFault('unusable')
  return html
}

/** Replaces unwanted links with their text */
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
