import { paths } from '../contracts/paths.ts'

/** Sentences that replace the forms in a copy of the site. A link to the form on the live site follows. */
export const staticCopyWords = {
  forms: {
    [paths.waitlist]: 'Join the waitlist on our live site:',
    [paths.contact]: 'Write to us on our live site:',
    [paths.newsletter]: 'Sign up for our newsletter on our live site:',
    [paths.blog]: 'Search our blog on our live site:',
    [paths.yourData]: 'Ask for your data on our live site:',
  } as Record<string, string>,
  otherForm: 'You can do this on our live site:',
}
