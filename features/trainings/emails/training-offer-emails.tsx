import { Action, type EmailTemplate, Quote } from '../../../core/emails/email-template.tsx'
import { Greeting, TrainingDetails, type TrainingFacts } from './training-parts.tsx'

/** Offers one to three days to a client. */
export const trainingOffer: EmailTemplate<{
  /**
   * `sent again`: with new days, because the client asked for others; `corrected`: with other facts; `extended`: the same
   * days with more time
   */
  event: 'sent' | 'sent again' | 'corrected' | 'extended'
  name: string
  /** The days with their hours, such as "Thursday, March 4, 2027, 9:00 AM to 4:00 PM Eastern Time" */
  times: string[]
  facts: TrainingFacts
  /** Personal words of the office */
  message: string
  /** What was corrected, such as "price" */
  changes: string
  answerBy: string
  link: string
}> = {
  subject: ({ site, event, times }) =>
    event === 'extended'
      ? `More time to answer: your training with ${site.name}`
      : event === 'corrected'
        ? `A correction: your training with ${site.name}`
        : `Your training with ${site.name}: ${times.length === 1 ? 'does this day work?' : 'choose a day'}`,
  why: ({ site }) => `You’re getting this because you asked ${site.name} about a training.`,
  Body: ({ site, event, name, times, facts, message, changes, answerBy, link }) => (
    <>
      <h1>
        {event === 'extended'
          ? 'A little more time'
          : times.length === 1
            ? 'A day for your training'
            : 'Choose a day for your training'}
      </h1>
      <Greeting name={name} />
      <p>{leads[event](site.name, times.length, changes)}</p>
      {message && event !== 'extended' && <Quote>{message}</Quote>}
      <TrainingDetails when={[times.length === 1 ? 'Day' : 'Days', times.join('\n')]} facts={facts} />
      <Action href={link}>{times.length === 1 ? 'See the day and answer' : 'Choose a day'}</Action>
      <p>
        We’re holding {times.length === 1 ? 'this day' : 'these days'} for you. Please answer by {answerBy}.
        You can also suggest other days, or tell us that now isn’t a good time. No account needed.
      </p>
      <p>The link is just for you: anyone who has it can answer for you.</p>
    </>
  ),
}

const days = (count: number) => (count === 1 ? 'a day' : 'days')

const leads = {
  sent: (site: string, count: number) =>
    `Thank you for your interest in a training with ${site}. We’d love to do it with you, and we’ve set aside ${days(count)}.`,
  'sent again': (_site: string, count: number) =>
    `Thank you for telling us which days work for you. We’ve set aside ${count === 1 ? 'a new day' : 'new days'}.`,
  corrected: (_site: string, _count: number, changes: string) =>
    `We’ve corrected our offer. What changed: ${changes}. This is how it is now:`,
  extended: () => 'You have more time to answer. We’re still holding what we offered.',
}

/** Tells a client what became of an offer: an answer of theirs, or that it was withdrawn. */
export const trainingOfferNews: EmailTemplate<{
  event: 'withdrawn' | 'other-days' | 'declined'
  name: string
  contactUrl: string
}> = {
  subject: ({ site, event }) => news[event].subject(site.name),
  why: ({ site }) => `You’re getting this because ${site.name} offered you training days.`,
  Body: ({ event, name, contactUrl }) => (
    <>
      <h1>{news[event].title}</h1>
      <Greeting name={name} />
      <p>{news[event].text}</p>
      <p>
        Questions? Reply to this email or <a href={contactUrl}>write to us</a>.
      </p>
    </>
  ),
}

const news = {
  withdrawn: {
    subject: (site: string) => `The training days we offered you at ${site}`,
    title: 'These days are no longer available',
    text: 'We’re sorry, but we can no longer hold the training days that we offered you. If you’d still like a training, let us know, and we’ll look for other days.',
  },
  'other-days': {
    subject: (site: string) => `${site}: we got your message about other days`,
    title: 'We’ll look for other days',
    text: 'Thank you for telling us what works for you. We’re no longer holding the days we offered, and we’ll write to you with new ones.',
  },
  declined: {
    subject: (site: string) => `${site}: thank you for your answer`,
    title: 'Thank you for letting us know',
    text: 'We understand that now isn’t a good time. We’re no longer holding the days, and you don’t need to do anything. If things change, we’d love to hear from you.',
  },
}

type Listed = typeof import('./training-offer-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
