import type { EmailSamples } from '../../../tests/words/email-samples.ts'

const link = 'https://everyday.test/link'
const trainingFacts = {
  where: '12 Main Street',
  topics: ['Leadership'],
  trainerName: 'Ann',
  helper: 'Ben',
  price: '$900, with a deposit of $300',
  payUrl: 'https://pay.everyday.test/900',
  mustAskHowToPay: false,
  terms: 'You can cancel on your page until 14 days before the training.',
  prepare: 'Bring laptops.',
  material: 'Worksheet: https://everyday.test/files/worksheet.pdf',
}
const onlineFacts = {
  where: 'Online',
  topics: [],
  trainerName: 'Ann',
  helper: '',
  price: '',
  payUrl: '',
  mustAskHowToPay: true,
  terms: '',
  prepare: '',
}
const changes = 'price and place'
const day = 'Thursday, March 4, 2027'
const time = `${day}, 9:00 AM to 4:00 PM Eastern Time`

/** Samples of each email, with and without its optional parts */
export const samples: EmailSamples<
  typeof import('../emails/training-day-emails.tsx') &
    typeof import('../emails/training-notice-emails.tsx') &
    typeof import('../emails/training-offer-emails.tsx')
> = {
  trainingOffer: (['sent', 'sent again', 'corrected', 'extended'] as const).flatMap((event) => [
    {
      event,
      name: 'Jo',
      times: [time],
      facts: trainingFacts,
      message: 'Hello.',
      changes,
      answerBy: day,
      link,
    },
    { event, name: '', times: [time, time], facts: onlineFacts, message: '', changes, answerBy: day, link },
  ]),
  trainingOfferNews: (['withdrawn', 'other-days', 'declined'] as const).map((event) => ({
    event,
    name: 'Jo',
    contactUrl: link,
  })),
  trainingDay: (
    [
      'booked',
      'changed',
      'rescheduled',
      'trainer-replaced',
      'day-kept',
      'reminder-14',
      'reminder-2',
      'material',
    ] as const
  ).map((event) => ({
    event,
    name: 'Jo',
    day,
    daysLeft: 'in two weeks',
    time,
    facts: trainingFacts,
    reason: 'Snow.',
    changes,
    link,
    canChange: event !== 'material',
    mayCancel: event !== 'reminder-2',
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
