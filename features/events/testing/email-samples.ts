import type { EmailSamples } from '../../../tests/words/email-samples.ts'
import { eventMailKinds } from '../schema.ts'

const link = 'https://everyday.test/link'

/** Samples of each email, for parties with seats and on the waiting list */
export const samples: EmailSamples<typeof import('../emails/event-emails.tsx')> = {
  eventNews: eventMailKinds.flatMap((about) =>
    [true, false].map((isWaiting) => ({
      about,
      title: 'AI for church offices',
      day: 'Thursday, March 4, 2027',
      time: 'Thursday, March 4, 2027, 9:00 AM to 12:00 PM Eastern Time',
      daysLeft: 'in two days',
      isWaiting,
      changes: 'day and place',
      reason: isWaiting ? '' : 'The heating broke.',
      facts: {
        place: 'Grace Chapel',
        onlineUrl: isWaiting ? '' : 'https://meet.example/1',
        people: '2 people',
        price: '$98 ($49 for each of 2)',
        payUrl: isWaiting ? '' : 'https://pay.example/49',
        terms: 'You can cancel until the day before.',
        contact: 'office@example.org',
      },
      link,
      contactUrl: link,
    })),
  ),
}
