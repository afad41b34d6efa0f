/** The words that only a copy of the site has */
export const staticCopyWords = {
  /** A link on the page for missing addresses */
  liveSite: { link: 'Our live site', text: 'This page is part of a copy of it.' },
  otherForm: 'You can do this on our live site:',
}
