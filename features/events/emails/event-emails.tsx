import { Action, type EmailTemplate, Facts, Quote } from '../../../core/emails/email-template.tsx'

/** Names of the facts about a date and a registration. Empty ones are left out. */
const factNames = {
  place: 'Where',
  onlineUrl: 'Join at',
  people: 'Who comes',
  price: 'Price',
  payUrl: 'Pay at',
  terms: 'Terms',
  contact: 'Questions',
}
export type EventFacts = Record<keyof typeof factNames, string>

export type EventNews = {
  about: keyof typeof words
  title: string
  /** "Thursday, March 4, 2027" */
  day: string
  /** The day with its hours */
  time: string
  /** The days until then: "in two days" */
  daysLeft: string
  /** True for parties on the waiting list */
  isWaiting: boolean
  /** The facts that the office changed, such as "day and place" */
  changes: string
  /** Why the office canceled it */
  reason: string
  facts: EventFacts
  link: string
  contactUrl: string
}

/** Tells a person about their registration for a public date. */
export const eventNews: EmailTemplate<EventNews> = {
  subject: (props) => words[props.about].subject(props),
  why: ({ site, title }) =>
    `You’re getting this because someone, hopefully you, registered for “${title}” of ${site.name} with this address.`,
  Body: (props) => {
    const { about, title, time, facts, link, contactUrl } = props
    const isOver = about === 'left' || about === 'canceled'
    const names = isOver ? [] : (Object.keys(factNames) as (keyof EventFacts)[])
    const rows = names.map((name): [string, string] => [factNames[name], facts[name]])
    return (
      <>
        <h1>{words[about].title}</h1>
        <p>{words[about].text(props)}</p>
        {about === 'canceled' && props.reason && <Quote>{props.reason}</Quote>}
        <Facts rows={[['What', title], ['When', time], ...rows]} />
        {isOver ? (
          <p>
            If you have questions, reply to this email or <a href={contactUrl}>write to us</a>.
          </p>
        ) : (
          <>
            <Action href={link}>See your registration</Action>
            <p>
              On that page you can say who comes with you, or cancel. The link is just for you: anyone who has
              it can change your registration. If this wasn’t you, cancel it there.
            </p>
          </>
        )}
      </>
    )
  },
}

type Words = Record<'subject' | 'text', (props: EventNews) => string> & { title: string }

const words = {
  registered: {
    subject: ({ title, day }) => `You’re registered: ${title} on ${day}`,
    title: 'You’re registered',
    text: () => 'Thank you. The date is attached for your calendar. We’re looking forward to it.',
  },
  waiting: {
    subject: ({ title, day }) => `You’re on the waiting list: ${title} on ${day}`,
    title: 'You’re on the waiting list',
    text: () =>
      'All seats are taken right now. If enough of them become free, they’re yours, and we’ll email you.',
  },
  seat: {
    subject: ({ title, day }) => `You have a seat: ${title} on ${day}`,
    title: 'You’re in',
    text: () =>
      'Enough seats became free, so you’re registered now. The date is attached for your calendar. If you can’t come any more, please cancel, so that someone else can.',
  },
  party: {
    subject: ({ title, day }) => `Changed: your registration for ${title} on ${day}`,
    title: 'Your registration has changed',
    text: ({ isWaiting }) =>
      isWaiting ? 'You’re still on the waiting list. This is how it is now:' : 'This is how it is now:',
  },
  left: {
    subject: ({ title, day }) => `Canceled: your registration for ${title} on ${day}`,
    title: 'Your registration is canceled',
    text: () => 'You’re no longer registered with this address. You don’t need to do anything.',
  },
  changed: {
    subject: ({ title, day }) => `Changed: ${title} on ${day}`,
    title: 'Something has changed',
    text: ({ changes, isWaiting }) =>
      `We’ve changed the ${changes}. ${isWaiting ? 'You’re still on the waiting list. ' : ''}This is how it is now:`,
  },
  canceled: {
    subject: ({ title, day }) => `Canceled: ${title} on ${day}`,
    title: 'This date is canceled',
    text: () => 'We’re sorry, but it doesn’t take place.',
  },
  // A reminder can be late, so the words follow from the day.
  'reminder-2-days': {
    subject: ({ title, daysLeft, day }) => `${title} is ${daysLeft}: ${day}`,
    title: 'It’s coming up',
    text: ({ daysLeft }) =>
      `It’s ${daysLeft}. If you can’t come any more, please cancel, so that someone else can.`,
  },
  'reminder-2-hours': {
    subject: ({ title }) => `See you soon: ${title}`,
    title: 'See you soon',
    text: () => 'It begins in about two hours. Here’s everything at a glance.',
  },
} satisfies Record<string, Words>

type Listed = typeof import('./event-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
