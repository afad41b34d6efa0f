/** Text around the legal texts. The originals of the texts are the .md files in this folder. */
export const legalPage = {
  contents: 'On this page',
  /** Shown instead of the date of the last cleanup while the site has not had one */
  noCleanUp: 'not yet (this site is new)',
  privacyPolicy: 'Privacy Policy',
  termsOfService: 'Terms of Service',
} as const

/** Original descriptions for search engines, which editors can change with the texts */
export const legalDescriptions = {
  privacyPolicy: 'What we keep about you, why, and how to get it deleted, in plain English.',
  termsOfService: 'The rules for using this site, in plain English.',
} as const
