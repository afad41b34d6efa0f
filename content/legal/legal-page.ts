/** Text around the legal texts, which are the .md files in this folder. */
export const legalPage = {
  contents: 'On this page',
  /** Shown instead of the date of the last cleanup while the site has not had one */
  noCleanUp: 'not yet (this site is new)',
  /** Descriptions for search engines */
  privacyPolicy: {
    title: 'Privacy Policy',
    description: 'What we keep about you, why, and how to get it deleted, in plain English.',
  },
  termsOfService: {
    title: 'Terms of Service',
    description: 'The rules for using this site, in plain English.',
  },
} as const
