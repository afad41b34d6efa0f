import { buttonText, type FieldValues, paragraph, text } from '../../../core/contract/site-content/fields.ts'

const fields = {
  headline: text('Headline', 120),
  lead: paragraph('Sentence below', 240),
  empty: text('While there are no posts', 160),
  bookTitle: text('Headline of the booking box below posts', 120),
  book: buttonText('Booking button'),
}

/** A section of the site (features/site/contract/site-content/section.ts) */
export const blogSection = {
  id: 'blog',
  fields,
  group: 'Other pages',
  page: 'blog',
  title: 'Blog',
  about: 'Headline, and the box below posts',
  position: 4,
} as const

declare module '../../../core/contract/site.ts' {
  interface SiteContent {
    blog: FieldValues<typeof fields>
  }
}
