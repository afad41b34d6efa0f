import {
  buttonText,
  type FieldValues,
  group,
  paragraph,
  text,
} from '../../../core/contract/site-content/fields.ts'

const fields = {
  headline: text('Headline', 120),
  lead: paragraph('Sentence below', 240),
  empty: text('While there are no posts', 160),
  bookTitle: text('Headline of the booking box below posts', 120),
  book: buttonText('Booking button'),
  labels: group('Around posts and pages', {
    title: text('Title in search engines', 60),
    tagged: text('Before a tag', 60),
    all: buttonText('Link to all posts'),
    feed: buttonText('Link to the feed'),
    newer: buttonText('Link to newer posts'),
    older: buttonText('Link to older posts'),
    by: text('Before the author', 30),
    source: text('Before the source', 30),
    previous: text('Above the previous post', 60),
    next: text('Above the next post', 60),
    related: text('Above similar posts', 60),
    updated: text('Before the day of a page', 60),
  }),
  search: group('Search', {
    label: text('Label', 60),
    button: buttonText('Button'),
    none: text('If nothing is found', 160),
    onlyPages: text('If only pages are found', 160),
    pages: text('Above found pages', 60),
    better: buttonText('Link to better matches'),
    further: buttonText('Link to more matches'),
  }),
  gone: group('At the address of something that you removed', {
    post: text('Headline for a post', 120),
    page: text('Headline for a page', 120),
    lead: paragraph('Sentence below', 240),
  }),
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
