import { type AiField, type Disclosure, isByAi } from '../contract/disclosure.ts'

/** The sentence that tells readers about AI's part in a post. `parts` is the joined phrases from `partNames`. */
const lines = {
  'human-only': () => 'This post was written by a person.',
  'ai-assisted': (parts: string) =>
    parts === ''
      ? 'This post was written with the help of AI.'
      : `This post was written with the help of AI. AI helped with ${parts}.`,
  'ai-autonomous': () => 'This post was written by AI.',
  unknown: () => '',
}

const partNames = { title: 'the title', content: 'the text', excerpt: 'the short summary', tags: 'the tags' }

const reviewed = 'Someone on our team reviewed it before it was published.'

type Disclosed = {
  disclosure: Disclosure
  aiFields: readonly AiField[]
  /** When a person said that they have read the text; undefined if no one has */
  reviewedAt?: string | undefined
}

/** The sentence for readers; empty if no one has said who wrote the post. */
export function disclosureLine({ disclosure, aiFields, reviewedAt }: Disclosed): string {
  const parts = new Intl.ListFormat('en').format(aiFields.map((field) => partNames[field]))
  const line = lines[disclosure](parts)
  return reviewedAt && isByAi(disclosure) ? `${line} ${reviewed}` : line
}

/** The sentence about AI's part in a post, for a page */
export function disclosureOfPage(line: string): string {
  return line.replace(/^This post\b/, 'This page')
}
