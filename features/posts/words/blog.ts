import type { SiteContent } from '../../../core/contract/site.ts'

/** Words of the blog that editors can change */
export const blog: SiteContent['blog'] = {
  headline: 'Plain talk about AI',
  lead: 'Short, practical reads for people who run a business, a nonprofit, or a church.',
  empty: 'No posts yet. Check back soon.',
  bookTitle: 'Want to sort this out for your own team?',
  book: 'Book Free 30min Consultation',
  labels: {
    title: 'Blog',
    tagged: 'Posts about',
    all: 'All posts',
    feed: 'Subscribe by RSS',
    newer: 'Newer posts',
    older: 'Older posts',
    by: 'By',
    source: 'Source:',
    previous: 'Previous post',
    next: 'Next post',
    related: 'Keep reading',
    updated: 'Last updated',
  },
  search: {
    label: 'Search the blog',
    button: 'Search',
    none: 'No posts match that. Try fewer words, or different ones.',
    onlyPages: 'No posts match that, but these pages do.',
    pages: 'Pages',
    better: 'Better matches',
    further: 'More matches',
  },
  gone: {
    post: 'This post is no longer available',
    page: 'This page is no longer available',
    lead: 'We’ve removed it. Here are three places to go next.',
  },
}

/** Words around posts that have a number or a name in them, or are for screen readers or the office only */
export const postPage = {
  page: (page: number, last: number | undefined) =>
    last === undefined ? `Page ${page}` : `Page ${page} of ${last}`,
  found: ({ q, total, ranked }: { q: string; total: number | undefined; ranked: number }) => {
    if (total === ranked) return `${total === 1 ? '1 post' : `${total} posts`} for "${q}"`
    const all = total === undefined ? 'more than we can count' : total.toLocaleString('en-US')
    return `The best matches among the newest ${ranked} for "${q}", out of ${all} posts`
  },
  minutes: (minutes: number) => `${minutes} min read`,
  tags: 'Tags',
  neighbours: 'More posts',
  preview: 'This is a preview. Visitors can’t see it.',
}

/** The page of a guest author */
export const authorPage = {
  label: 'Guest author',
  more: (name: string) => `All posts by ${name}`,
  about: (name: string) => `About ${name}`,
  posts: (name: string, site: string) => `Posts that ${name} has written for ${site}.`,
} as const
