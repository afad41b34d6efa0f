import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<typeof import('../emails/newsletter-emails.tsx')> = {
  confirmSubscription: [{ link }],
  newsletterIssue: [
    { title: 'Bread and data', author: 'Ann', html: '<p>Bread.</p>', postUrl: link, manageUrl: link },
  ],
}
