import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<typeof import('../emails/feedback-emails.tsx')> = {
  feedbackRequest: [link, ''].map((certificateUrl) => ({
    title: 'AI for church offices',
    day: '2027-03-04',
    certificateUrl,
    link,
  })),
}
