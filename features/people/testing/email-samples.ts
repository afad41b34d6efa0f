import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<
  typeof import('../emails/letter-emails.tsx') & typeof import('../emails/people-emails.tsx')
> = {
  leadNotice: [
    { title: 'Ann joined the waitlist', answers: [['Email', 'ann@example.org']], peopleUrl: link },
  ],
  leadDigest: [1, 2].map((count) => ({
    leads: Array.from({ length: count }, () => ({ title: 'Ann joined the waitlist', answers: [] })),
    peopleUrl: link,
    mark: '',
  })),
  planQuestions: [{ link }],
  letter: [
    { subject: 'Your message', body: 'Hello Ann,\n\nBook here: https://everyday.test/book', form: 'contact' },
    { subject: 'Your place', body: 'Hello Ann,', form: 'waitlist' },
  ],
}
