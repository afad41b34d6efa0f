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
    found: ({ q, total, ranked }: { q: string; total: number | undefined; ranked: number }) => {
      if (total === ranked) return `${total === 1 ? '1 post' : `${total} posts`} for "${q}"`
      const all = total === undefined ? 'very many' : total.toLocaleString('en-US')
      return `The best of the newest ${ranked} for "${q}", out of ${all} posts`
    },
    better: 'Better matches',
    further: 'More matches',
  },
}

export const postPage = {
  by: 'By',
  minutes: (minutes: number) => `${minutes} min read`,
  source: 'Source:',
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
