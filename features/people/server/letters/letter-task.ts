import { z } from 'zod'
import { shorten } from '../../../assistant/server/built-in/plain-text.ts'
import { plainLine } from '../../../assistant/server/clean-reply.ts'
import { ServiceFault } from '../../../assistant/server/service/fault.ts'
import { prompts } from '../../../assistant/server/service/prompts.ts'
import type { Task } from '../../../assistant/server/writing-tasks.ts'
import { hasTooManyTags, linesOf, sanitizePost } from '../../../posts/server/rendering/sanitize.ts'
import { letterLimits } from '../../contract/letters.ts'

const maxSubjectLength = 120

type Letter = { subject: string; body: string }

/** The material for the draft of a letter. Of all links, only those in `office` may be in the letter. */
export type LetterMaterial = { message: string; answers: string; office: string; aim: string }

export const letterTask = (material: LetterMaterial): Task<Letter, Letter> => ({
  action: 'draft-letter',
  prompt: prompts.letter,
  material,
  schema: z.object({ subject: z.string(), body: z.string().max(letterLimits.body * 2) }),
  read({ subject, body }) {
    const text = cleanLetter(body, material.office).slice(0, letterLimits.body)
    if (text === '') throw new ServiceFault('unusable')
    return { subject: shorten(plainLine(cleanLetter(subject, '')), maxSubjectLength), body: text }
  },
})

const markdownLink = /\[([^\]\n]{1,300})\]\((\S{1,2000}?)\)/g
/** Web and email addresses, with or without a protocol: email apps make links of both. */
const address =
  /(?:[a-z][a-z+.-]{1,20}:\/\/|mailto:|tel:|www\.)[^\s<>"]+|(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}[/?#:][^\s<>"]*|[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/giu

/**
 * A model's letter as plain text. The person's message may have told the model what to write, so it is treated like a
 * text from a stranger: no markup, no control characters, and no address that is not in our own facts.
 * @throws ServiceFault
 */
export function cleanLetter(reply: string, facts: string): string {
  return toLines(reply)
    .replaceAll(markdownLink, (_, label: string, target: string) =>
      label === target ? target : `${label}: ${target}`,
    )
    .replaceAll(address, (found) => {
      const bare = found.replace(/[.,;:!?'’”)\]]+$/, '')
      return facts.split(/\s+/).includes(bare) ? found : found.slice(bare.length)
    })
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const blockEnd = /<\/(?:p|div|h[1-6]|ul|ol)>/gi

function toLines(reply: string): string {
  const text = reply.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
  if (!/<\/?[a-z][^<>]*>/i.test(text)) return text
  if (hasTooManyTags(text)) throw new ServiceFault('unusable')
  return linesOf(sanitizePost(text.replaceAll(blockEnd, '$&\n')))
}
