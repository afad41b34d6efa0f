/** The words around the legal texts; the texts themselves are the .md files beside this one. */
export const legalPage = {
  contents: 'On this page',
  /** In the place of the date, on a new site. */
  noCleanUp: 'not yet (this site is new)',
  /** What a search engine shows. */
  privacyPolicy: {
    title: 'Privacy Policy',
    description: 'What we keep about you, why, and how to get it deleted, in plain English.',
  },
  termsOfService: {
    title: 'Terms of Service',
    description: 'The rules for using this site, in plain English.',
  },
} as const
