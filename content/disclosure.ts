import type { DisclosureResponse } from '../contracts/disclosure.ts'

/** The sentence for readers about AI in a post. `parts` is a list of the phrases below, joined. */
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

/** `reviewedAt`: when a person took responsibility for the text. Undefined if no one has. */
export function disclosureLine({
  disclosure,
  aiFields,
  reviewedAt,
}: DisclosureResponse & { reviewedAt?: string | undefined }): string {
  const parts = new Intl.ListFormat('en').format(aiFields.map((field) => partNames[field]))
  const line = lines[disclosure](parts)
  return reviewedAt && disclosure !== 'human-only' ? `${line} ${reviewed}` : line
}
