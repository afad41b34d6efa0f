/** The words around the posts. The posts themselves are written in the admin. */
export const blogPage = {
  title: 'Blog',
  headline: 'Plain words about AI',
  lead: 'Short, practical reads for people who run a business, a charity or a church.',
  taggedTitle: 'Posts about',
  all: 'All posts',
  empty: 'There are no posts yet. Come back soon.',
  feed: 'Follow with a feed reader (RSS)',
  newer: 'Newer posts',
  older: 'Older posts',
  page: (page: number, last: number | undefined) =>
    last === undefined ? `Page ${page}` : `Page ${page} of ${last}`,
  search: {
    label: 'Search the blog',
    button: 'Search',
    none: 'Nothing was found for that. Try fewer or other words.',
    found: (count: number, q: string) => `${count === 1 ? '1 post' : `${count} posts`} for "${q}"`,
  },
}

export const postPage = {
  by: 'By',
  minutes: (minutes: number) => `${minutes} min read`,
  source: 'Source:',
  madeBy: { human: 'This post was written by a person.', ai: 'This post was generated with the help of AI.' },
  tags: 'Tags',
  bookTitle: 'Want to sort this out for your own team?',
  book: 'Book Free 30min Consultation',
  related: 'Read on',
  previous: 'Before this',
  next: 'After this',
  neighbours: 'More posts',
  gone: {
    title: 'This post has been taken down',
    lead: 'It stood here once, and we have removed it. Here are three ways on.',
  },
  preview: 'This is a preview. Visitors cannot see it.',
}
