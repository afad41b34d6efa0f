import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<typeof import('../emails/account-emails.tsx')> = {
  accountLocked: [{ username: 'Ann', minutes: 15, url: link }],
  passwordLink: [{ name: 'Jo', username: 'jo', minutes: 30, link }],
  teamInvite: [{ name: 'Jo', invitedBy: 'Ann', until: 'Nov 30, 2026', link }],
}
