import { formatTimeZone } from '../../../../core/contract/format-date.ts'
import { currencies, readMoney, typeMoney } from '../../../../core/contract/money.ts'
import { type Control, labelsOf } from '../../../../core/web/admin/field-rows.tsx'
import { type Read, readForm } from '../../../../core/web/editing/record/read-form.ts'
import {
  type Event,
  type EventValues,
  eventFormatLabels,
  eventKindLabels,
  eventLimits,
  eventValues,
} from '../../contract/events.ts'
import type { Registration } from '../../contract/registrations.ts'

/** Values of the form, as its controls hold them */
export type TypedEvent = Omit<EventValues, 'seats' | 'amount' | 'registerUntil' | 'trainerId'> &
  Record<'seats' | 'amount' | 'registerUntil' | 'trainerId', string>

/** The controls that most dates need */
export const mainControls = {
  kind: { label: 'Kind', options: Object.entries(eventKindLabels) },
  title: { label: 'Title', maxLength: eventLimits.title },
  day: { label: 'Day', type: 'date' },
  startsAt: { label: 'Starts at', type: 'time' },
  endsAt: { label: 'Ends at', type: 'time' },
  format: { label: 'Where', options: Object.entries(eventFormatLabels) },
  place: {
    label: 'Place',
    hint: 'Name and street, on lines of their own.',
    rows: 2,
    maxLength: eventLimits.place,
  },
  onlineUrl: { label: 'Link for joining', hint: 'Only people who are registered see it.', type: 'url' },
  seats: { label: 'Seats', hint: 'Leave blank for no limit.', inputMode: 'numeric' },
} satisfies Record<string, Control>

/** The others, which fold */
export const moreControls = {
  content: { label: 'Text' },
  picture: { label: 'Image' },
  amount: { label: 'Price for each person', hint: 'Leave blank if it’s free.', inputMode: 'decimal' },
  currency: { label: 'Currency', options: currencies.map((currency) => [currency, currency]) },
  price: { label: 'Price in words', hint: 'Like “Lunch included”.', maxLength: eventLimits.price },
  payUrl: {
    label: 'Address for paying',
    hint: 'A page of your payment service. People see it once they’re registered.',
    type: 'url',
    maxLength: 2000,
  },
  terms: { label: 'Terms', rows: 3, maxLength: eventLimits.terms },
  registerUntil: { label: 'Registration until', hint: 'Leave blank for until it starts.', type: 'date' },
  contact: { label: 'Questions to', maxLength: eventLimits.contact },
  timeZone: { label: 'Time zone' },
  trainerId: { label: 'Trainer', hint: 'The day is taken in their calendar.' },
} satisfies Record<string, Control>

export const eventLabels = labelsOf({ ...mainControls, ...moreControls })

/** First values of a new date: a morning at the place of another one */
export const guessEvent = (last: Event | undefined, timeZone: string, contact?: string): TypedEvent => ({
  ...{ kind: 'workshop', title: '', content: '', picture: '', pictureAlt: '' },
  ...{ day: '', startsAt: '09:00', endsAt: '12:00', timeZone },
  ...{ format: last?.format ?? 'in-person', place: last?.place ?? '', onlineUrl: '', seats: '' },
  ...{ amount: '', currency: last?.currency ?? 'USD', price: '', payUrl: '', terms: '' },
  ...{ registerUntil: '', contact: contact ?? last?.contact ?? '', trainerId: '' },
})

const fields = [...Object.keys(eventLabels), 'pictureAlt']

/** The cast is safe: every control holds a text. */
export const typedOf = (event: Event): TypedEvent =>
  Object.fromEntries(
    fields.map((name) => {
      const value = event[name as keyof TypedEvent]
      return [name, name === 'amount' ? typeMoney(event.amount) : String(value ?? '')]
    }),
  ) as TypedEvent

const toNumber = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export const readEvent = (typed: TypedEvent): Read<EventValues> =>
  readForm(eventValues, {
    ...typed,
    seats: toNumber(typed.seats),
    amount: readMoney(typed.amount),
    registerUntil: typed.registerUntil || null,
    trainerId: toNumber(typed.trainerId),
  })

/** The words of a value for a comparison of two versions */
export function showValue(name: string, typed: TypedEvent): string | undefined {
  if (name === 'kind') return eventKindLabels[typed.kind]
  if (name === 'format') return eventFormatLabels[typed.format]
  return name === 'timeZone' ? formatTimeZone(typed.timeZone) : undefined
}

const newsFields = ['day', 'startsAt', 'endsAt', 'timeZone', 'format', 'place'] as const

/** Counts the parties that get an email when a change is saved. A new link is only for those who are registered. */
export function countMails(typed: TypedEvent, saved: Event, registrations: readonly Registration[]): number {
  if (saved.status !== 'published' || saved.isOver) return 0
  const before = typedOf(saved)
  const isNews = newsFields.some((field) => typed[field].trim() !== before[field])
  if (!isNews && typed.onlineUrl.trim() === before.onlineUrl) return 0
  return registrations.filter(
    ({ status, email }) => email !== '' && (status === 'registered' || (isNews && status === 'waiting')),
  ).length
}
