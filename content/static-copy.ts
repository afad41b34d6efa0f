import { paths } from '../contracts/paths.ts'

/** The words that only a copy of the site has */
export const staticCopyWords = {
  /** Sentences in the places of the forms. A link to the form on the live site follows. */
  forms: {
    [paths.waitlist]: 'Join the waitlist on our live site:',
    [paths.contact]: 'Write to us on our live site:',
    [paths.newsletter]: 'Sign up for our newsletter on our live site:',
    [paths.blog]: 'Search our blog on our live site:',
    [paths.yourData]: 'Ask for your data on our live site:',
  } as Record<string, string>,
  /** A link on the page for missing addresses */
  liveSite: { link: 'Our live site', text: 'This page is part of a copy of it.' },
  otherForm: 'You can do this on our live site:',
}
