import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<typeof import('../emails/guest-emails.tsx')> = {
  guestInvitation: [
    { name: 'Jo', topic: 'Letters', message: 'Hello.', due: 'Nov 30, 2026', answerBy: 'Nov 29, 2026', link },
    { name: '', topic: 'Letters', message: '', due: '', answerBy: 'Nov 29, 2026', link },
  ],
  guestRoom: [true, false].map((isNewLink) => ({ name: 'Jo', due: 'Nov 30, 2026', link, isNewLink })),
  guestChanges: [true, false].map((hasComments) => ({
    name: 'Jo',
    message: '',
    hasComments,
    link,
    lostLink: link,
  })),
  guestPublished: [true, false].map((isEdited) => ({
    name: 'Jo',
    title: 'Letters',
    postUrl: link,
    isEdited,
    link,
  })),
  guestNotice: [
    { title: 'Jo submitted a draft', topic: 'Letters', advice: 'Read it.', button: 'Open', url: link },
  ],
}
