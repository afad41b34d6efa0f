import { Action, type EmailTemplate, Quote } from './email-template.tsx'
import { Greeting, TrainingAnswers, type TrainingFacts } from './training-parts.tsx'

type DayEvent = 'booked' | 'changed' | 'rescheduled' | 'trainer-replaced' | 'reminder-14' | 'reminder-2'

/** Tells a client about their booked day, or reminds them of it. */
export const trainingDay: EmailTemplate<{
  event: DayEvent
  name: string
  /** "Thursday, March 4, 2027" */
  day: string
  /** How far away the day is: "in two weeks" */
  daysLeft: string
  /** The day with its hours */
  time: string
  facts: TrainingFacts
  /** Why the office moved the day */
  reason: string
  link: string
}> = {
  subject: ({ event, site, day, daysLeft }) => words[event].subject(site.name, day, daysLeft),
  why: ({ site }) => `You’re getting this because you booked a training with ${site.name}.`,
  Body: ({ event, name, daysLeft, time, facts, reason, link, site }) => (
    <>
      <h1>{words[event].title}</h1>
      <Greeting name={name} />
      <p>{words[event].text(site.name, { daysLeft, trainerName: facts.trainerName })}</p>
      {reason && <Quote>{reason}</Quote>}
      <TrainingAnswers when={['When', time]} facts={facts} />
      <Action href={link}>See your day</Action>
      <p>
        On that page you can add the day to your calendar, ask for another day, or cancel. The link is just
        for you: anyone who has it can change your day.
      </p>
    </>
  ),
}

const words: Record<
  DayEvent,
  {
    subject: (site: string, day: string, daysLeft: string) => string
    title: string
    text: (site: string, about: { daysLeft: string; trainerName: string }) => string
  }
> = {
  booked: {
    subject: (site, day) => `Your training with ${site} is booked: ${day}`,
    title: 'Your training is booked',
    text: () =>
      'Thank you, and see you soon. We’ve booked this day for you. It’s attached for your calendar.',
  },
  changed: {
    subject: (site, day) => `Changed: your training with ${site} on ${day}`,
    title: 'Something about your training has changed',
    text: () => 'We’ve updated the time or the place of your training. This is how it is now:',
  },
  rescheduled: {
    subject: (site, day) => `New day for your training with ${site}: ${day}`,
    title: 'Your training has a new day',
    text: () => 'We’ve moved your training. This is how it is now:',
  },
  'trainer-replaced': {
    subject: (site, day) => `Your trainer on ${day} at ${site}`,
    title: 'You have a new trainer',
    text: (_site, { trainerName }) => `${trainerName} will give your training. The day stays the same.`,
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
}

/** Confirms to a client that we got their wish for another day. */
export const trainingWish: EmailTemplate<{ name: string; time: string; link: string }> = {
  subject: ({ site }) => `${site.name}: we got your wish for another day`,
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
          ? `As you asked, we’ve canceled your training: ${time}.`
          : `We’re sorry: we have to cancel your training: ${time}.`}
      </p>
      {reason && <Quote>{reason}</Quote>}
      <p>
        To find another day, reply to this email or <a href={contactUrl}>write to us</a>.
      </p>
    </>
  ),
}
