import type { DisclosureResponse } from '../contracts/disclosure.ts'

/** The sentence that tells readers about AI's part in a post. `parts` is the joined phrases from `partNames`. */
const lines = {
  'human-only': () => 'This post was written by a person.',
  'ai-assisted': (parts: string) =>
    parts === ''
      ? 'This post was written with the help of AI.'
      : `This post was written with the help of AI. AI helped with ${parts}.`,
  'ai-autonomous': () => 'This post was written by AI.',
}

const partNames = { title: 'the title', content: 'the text', excerpt: 'the short summary', tags: 'the tags' }

const reviewed = 'Someone on our team reviewed it before it was published.'

/** `reviewedAt` is when a person took responsibility for the text; undefined if no one has. */
export function disclosureLine({
  disclosure,
  aiFields,
  reviewedAt,
}: DisclosureResponse & { reviewedAt?: string | undefined }): string {
  const parts = new Intl.ListFormat('en').format(aiFields.map((field) => partNames[field]))
  const line = lines[disclosure](parts)
  return reviewedAt && disclosure !== 'human-only' ? `${line} ${reviewed}` : line
}

/** The sentence about AI's part in a post, for a page */
export function disclosureOfPage(line: string): string {
  return line.replace(/^This post\b/, 'This page')
}
