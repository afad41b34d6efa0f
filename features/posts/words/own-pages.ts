/** Text around the office's own pages. The pages themselves are written in the admin. */
export const ownPageWords = {
  updated: 'Last updated',
  gone: {
    title: 'This page is no longer available',
    lead: 'We’ve removed it. Here are three places to go next.',
  },
  /** Headline above the pages that match a search in the blog */
  found: 'Pages',
} as const
