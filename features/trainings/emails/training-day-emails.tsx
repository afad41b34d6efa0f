import { Action, type EmailTemplate, Quote } from '../../../core/emails/email-template.tsx'
import { Greeting, TrainingDetails, type TrainingFacts } from './training-parts.tsx'

/** Tells a client about their booked day, or reminds them of it. */
export const trainingDay: EmailTemplate<{
  event: keyof typeof words
  name: string
  /** "Thursday, March 4, 2027" */
  day: string
  /** How far away the day is: "in two weeks" */
  daysLeft: string
  /** The day with its hours */
  time: string
  facts: TrainingFacts
  /** Why the office moved or kept the day */
  reason: string
  /** What changed, such as "price" */
  changes: string
  link: string
  /** Whether they can ask for another day on their page */
  canChange: boolean
  /** Whether they can cancel there, too */
  mayCancel: boolean
}> = {
  subject: ({ event, site, day, daysLeft }) => words[event].subject(site.name, day, daysLeft),
  why: ({ site }) => `You’re getting this because you booked a training with ${site.name}.`,
  Body: ({ event, name, daysLeft, time, facts, reason, changes, link, canChange, mayCancel, site }) => (
    <>
      <h1>{words[event].title}</h1>
      <Greeting name={name} />
      <p>{words[event].text(site.name, { daysLeft, changes, trainerName: facts.trainerName })}</p>
      {reason && <Quote>{reason}</Quote>}
      <TrainingDetails when={['When', time]} facts={facts} />
      <Action href={link}>See your day</Action>
      {canChange && (
        <p>
          On that page you can add the day to your calendar
          {mayCancel ? ', ask for another day, or cancel' : ' or ask for another day'}. The link is just for
          you: anyone who has it can change your day.
        </p>
      )}
    </>
  ),
}

type Words = {
  subject: (site: string, day: string, daysLeft: string) => string
  title: string
  text: (site: string, about: { daysLeft: string; trainerName: string; changes: string }) => string
}

const words = {
  booked: {
    subject: (site, day) => `Your training with ${site} is booked: ${day}`,
    title: 'Your training is booked',
    text: () => 'Thank you. This day is booked for you, and it’s attached for your calendar. See you soon.',
  },
  changed: {
    subject: (site, day) => `Changed: your training with ${site} on ${day}`,
    title: 'Something about your training has changed',
    text: (_site, { changes }) => `We’ve changed the ${changes}. This is how it is now:`,
  },
  rescheduled: {
    subject: (site, day) => `New day for your training with ${site}: ${day}`,
    title: 'Your training has a new day',
    text: () => 'We’ve moved your training to another day.',
  },
  'trainer-replaced': {
    subject: (site, day) => `A new trainer for your training with ${site} on ${day}`,
    title: 'You have a new trainer',
    text: (_site, { trainerName }) => `${trainerName} will give your training. The day stays the same.`,
  },
  'day-kept': {
    subject: (site, day) => `Your training with ${site} stays on ${day}`,
    title: 'Your training stays on its day',
    text: () =>
      'Thank you for asking about another day. We couldn’t find one, so we’re keeping this day for you.',
  },
  // A reminder can be late, for example if emails waited after a restore, so the words follow from the day.
  'reminder-14': {
    subject: (site, day, daysLeft) => `Your training with ${site} is ${daysLeft}: ${day}`,
    title: 'Your training is coming up',
    text: (site, { daysLeft }) => `Your training with ${site} is ${daysLeft}. We’re looking forward to it.`,
  },
  'reminder-2': {
    subject: (site, day, daysLeft) => `See you ${daysLeft}: your training with ${site} on ${day}`,
    title: 'See you soon',
    text: (site, { daysLeft }) => `Your training with ${site} is ${daysLeft}. Here’s everything at a glance.`,
  },
  material: {
    subject: (site) => `After your training with ${site}`,
    title: 'Thank you for the day',
    text: () => 'Thank you for spending the day with us. This is for you to keep:',
  },
} satisfies Record<string, Words>

/** Confirms to a client that we got their request for another day. */
export const trainingWish: EmailTemplate<{ name: string; time: string; link: string }> = {
  subject: ({ site }) => `${site.name}: we got your request for another day`,
  why: ({ site }) => `You’re getting this because you booked a training with ${site.name}.`,
  Body: ({ name, time, link }) => (
    <>
      <h1>We’ll look for another day</h1>
      <Greeting name={name} />
      <p>Thank you for telling us. We’ll get back to you soon. Until then, your day stays booked: {time}.</p>
      <Action href={link}>See your day</Action>
    </>
  ),
}

/** Tells a contact that someone else is the contact for a training now. The file with it removes the day from their calendar. */
export const formerContact: EmailTemplate<{ name: string; day: string; time: string }> = {
  subject: ({ site, day }) => `You’re no longer the contact for the training with ${site.name} on ${day}`,
  why: ({ site }) => `You’re getting this because you were the contact for a training with ${site.name}.`,
  Body: ({ name, time }) => (
    <>
      <h1>Someone else is the contact now</h1>
      <Greeting name={name} />
      <p>
        The training on {time} takes place, but someone else is our contact for it now. You can remove it from
        your calendar. If that’s a mistake, reply to this email.
      </p>
    </>
  ),
}

/** Tells a client that their training is canceled, by them or by the office. */
export const trainingCanceled: EmailTemplate<{
  name: string
  day: string
  time: string
  isByClient: boolean
  /** Why the office canceled it */
  reason: string
  contactUrl: string
}> = {
  subject: ({ site, day }) => `Canceled: your training with ${site.name} on ${day}`,
  why: ({ site }) => `You’re getting this because you had booked a training with ${site.name}.`,
  Body: ({ name, time, isByClient, reason, contactUrl }) => (
    <>
      <h1>Your training is canceled</h1>
      <Greeting name={name} />
      <p>
        {isByClient
          ? `As you asked, we’ve canceled your training on ${time}.`
          : `We’re sorry, but we have to cancel your training on ${time}.`}
      </p>
      {reason && <Quote>{reason}</Quote>}
      <p>
        To find another day, reply to this email or <a href={contactUrl}>write to us</a>.
      </p>
    </>
  ),
}

type Listed = typeof import('./training-day-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
