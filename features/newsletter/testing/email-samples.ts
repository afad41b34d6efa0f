import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<typeof import('../emails/newsletter-emails.tsx')> = {
  confirmSubscription: [{ link }],
  newsletterIssue: [
    {
      subject: 'Bread and data',
      firstLine: 'Knead it well.',
      words: '',
      post: { title: 'Bread and data', author: 'Ann', html: '<p>Bread.</p>', url: link, picture: undefined },
      manageUrl: link,
    },
    {
      subject: 'Closed on Friday',
      firstLine: '',
      words: 'See you on Monday.',
      post: undefined,
      manageUrl: link,
    },
  ],
}
