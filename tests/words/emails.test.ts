import { expect, test } from 'vitest'
import { renderMail } from '../../app/emails/render-mail.tsx'
import type { EmailView } from '../../core/emails/email-template.tsx'
import { originalSite } from '../helpers/original-site.ts'
import { findUnplainWords } from './plain-words.ts'

type Samples = { [Name in EmailView['template']]: Extract<EmailView, { template: Name }>['props'][] }

const trainingFacts = {
  place: '12 Main Street',
  isOnline: false,
  topics: ['Leadership'],
  trainerName: 'Ann',
  price: '$900',
  prepare: 'Bring laptops.',
}
const onlineFacts = { place: '', isOnline: true, topics: [], trainerName: 'Ann', price: '', prepare: '' }
const day = 'Thursday, March 4, 2027'
const time = `${day}, 9:00 AM to 4:00 PM Eastern Time`

const site = originalSite('https://everyday.test')
const link = 'https://everyday.test/link'

/** Samples of each email, with and without its optional parts. A template without samples is a type error. */
const samples: Samples = {
  leadNotice: [
    { title: 'Ann joined the waitlist', answers: [['Email', 'ann@example.org']], peopleUrl: link },
  ],
  leadDigest: [1, 2].map((count) => ({
    leads: Array.from({ length: count }, () => ({ title: 'Ann joined the waitlist', answers: [] })),
    peopleUrl: link,
    mark: '',
  })),
  mondayEmail: [null, '23'].map((more) => ({
    sections: [
      {
        title: 'Next steps',
        lines: [{ text: 'Call Ann', note: 'Ann Example · due today', url: link }],
        more,
      },
    ],
    todayUrl: link,
    mark: '',
  })),
  confirmSubscription: [{ link }],
  planQuestions: [{ link }],
  newsletterIssue: [
    { title: 'Bread and data', author: 'Ann', html: '<p>Bread.</p>', postUrl: link, manageUrl: link },
  ],
  testMail: [{ askedBy: 'Ann' }],
  letter: [
    { subject: 'Your message', body: 'Hello Ann,\n\nBook here: https://everyday.test/book', form: 'contact' },
    { subject: 'Your place', body: 'Hello Ann,', form: 'waitlist' },
  ],
  accountLocked: [{ username: 'Ann', minutes: 15, url: link }],
  teamInvite: [{ name: 'Jo', invitedBy: 'Ann', until: 'Nov 30, 2026', link }],
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
  trainingOffer: (['sent', 'sent again', 'extended'] as const).flatMap((event) => [
    { event, name: 'Jo', times: [time], facts: trainingFacts, message: 'Hello.', answerBy: day, link },
    { event, name: '', times: [time, time], facts: onlineFacts, message: '', answerBy: day, link },
  ]),
  trainingOfferNews: (['withdrawn', 'other-days', 'declined'] as const).map((event) => ({
    event,
    name: 'Jo',
    contactUrl: link,
  })),
  trainingDay: (
    ['booked', 'changed', 'rescheduled', 'trainer-replaced', 'day-kept', 'reminder-14', 'reminder-2'] as const
  ).map((event) => ({
    event,
    name: 'Jo',
    day,
    daysLeft: 'in two weeks',
    time,
    facts: trainingFacts,
    reason: 'Snow.',
    link,
  })),
  trainingWish: [{ name: 'Jo', time, link }],
  formerContact: [{ name: 'Jo', day, time }],
  trainingCanceled: [true, false].map((isByClient) => ({
    name: 'Jo',
    day,
    time,
    isByClient,
    reason: isByClient ? '' : 'Snow.',
    contactUrl: link,
  })),
  trainerNotice: [
    {
      title: `Training canceled on ${day}`,
      text: 'Good.',
      quote: ['Why', 'Snow.'],
      rows: [['When', time]],
      button: 'Open',
      url: link,
    },
  ],
}

for (const [template, all] of Object.entries(samples))
  test(`${template} speaks plain American English`, async () => {
    for (const props of all) {
      const { subject, text, html } = await renderMail({ template, props } as EmailView, site)
      expect(findUnplainWords(`${subject}\n${text}`)).toEqual([])
      // A letter from one person to another begins with its greeting.
      expect(html).toContain(template === 'letter' ? '>Hello Ann,' : '<h1')
    }
  })
