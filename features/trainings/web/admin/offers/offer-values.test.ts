import { expect, test } from 'vitest'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import type { PlanRequest } from '../../../../people/contract/plan.ts'
import type { Offer } from '../../../contract/offers.ts'
import { firstSunday } from './day-picker.tsx'
import { checkOffer, guessOffer, type ProposedDays, readProposedDays } from './offer-values.ts'

const today = '2026-11-24'
const wishes: PlanRequest = {
  city: 'Peoria',
  state: 'IL',
  zip: '',
  groupSize: 14,
  topics: ['fundraising'],
  months: [3],
  weekdays: [2],
  format: 'either',
}
const trainer = (id: number, trainerSince: string | null, isActive = true): Trainer => ({
  id,
  name: `Trainer ${id}`,
  trainerSince,
  isActive,
})
const guess = (trainers: Trainer[], proposed: ProposedDays = { trainerId: undefined, days: [] }) =>
  guessOffer({ wishes, last: undefined, trainers, userId: 1, today, proposed })

test('a new offer starts with the answers of the person', () => {
  expect(guess([trainer(1, null)])).toMatchObject({
    place: 'Peoria, IL',
    headCount: '14',
    topics: ['fundraising'],
    format: 'in-person',
    startsAt: '09:00',
    validUntil: '2026-12-08',
    days: [],
  })
})

test('a new offer has the usual hours and terms of the last one, but not its price', () => {
  const last = { startsAt: '10:00', endsAt: '15:00', terms: 'Half is due.', cancelDays: 9, currency: 'CAD' }
  const price = { amount: 160_000, deposit: 40_000, price: '$1,600' }
  const proposed = { trainerId: undefined, days: [] }
  const options = { wishes, trainers: [trainer(1, null)], userId: 1, today, proposed }
  expect(guessOffer({ ...options, last: { ...last, ...price } as Offer })).toMatchObject({
    ...last,
    cancelDays: '9',
    amount: '',
    deposit: '',
    price: '',
  })
})

test('the trainer is the user, or the only one, or must be chosen', () => {
  expect(guess([trainer(1, null), trainer(2, null)]).trainerId).toBe('1')
  expect(guess([trainer(1, today), trainer(2, today)]).trainerId).toBe('1')
  expect(guess([trainer(1, null), trainer(2, today)]).trainerId).toBe('2')
  expect(guess([trainer(1, null), trainer(2, today), trainer(3, today)]).trainerId).toBe('')
  expect(guess([trainer(1, null), trainer(2, today, false)]).trainerId).toBe('1')
})

test('days that are free again are chosen with their trainer', () => {
  const read = (query: string) => readProposedDays(new URLSearchParams(query))
  const proposed = read(
    'trainer=2&days=2026-12-09,2026-12-08,2026-12-08,2026-02-30,x,2026-11-24,2027-01-05,2027-01-06',
  )
  const trainers = [trainer(1, today), trainer(2, today)]
  expect(guess(trainers, proposed)).toMatchObject({
    trainerId: '2',
    days: ['2026-12-08', '2026-12-09', '2027-01-05'],
  })
  expect(guess([trainer(1, today), trainer(2, today, false)], proposed)).toMatchObject({
    trainerId: '1',
    days: [],
  })
  expect(guess(trainers, read(''))).toMatchObject({ trainerId: '1', days: [] })
})

test('the days start in the week of the first one that works for the person', () => {
  expect(firstSunday(today, [], wishes)).toBe('2027-02-28')
  expect(firstSunday(today, ['2026-12-31'], wishes)).toBe('2026-12-27')
  expect(firstSunday(today, [], null)).toBe('2026-11-22')
  // The next day is in the next week.
  expect(firstSunday('2026-11-28', [], null)).toBe('2026-11-29')
  expect(firstSunday(today, [], { ...wishes, months: [], weekdays: [] })).toBe('2026-11-22')
  // August 1, 2026 is a Saturday, which suits only people who named it.
  expect(firstSunday('2026-05-01', [], { ...wishes, months: [8], weekdays: [] })).toBe('2026-08-02')
  expect(firstSunday('2026-05-01', [], { ...wishes, months: [8], weekdays: [6] })).toBe('2026-07-26')
})

test('each mistake is named at its field', () => {
  const values = guess([trainer(1, null)])
  const mistakes = (changes: Partial<typeof values>) =>
    checkOffer({ ...values, days: ['2026-12-03'], ...changes }, { today, placeZone: 'America/Chicago' })
      .mistakes
  expect(mistakes({})).toBeUndefined()
  expect(mistakes({ trainerId: '' })).toEqual({ trainerId: 'Choose a trainer.' })
  expect(mistakes({ days: [] })).toEqual({ days: 'Choose at least one day.' })
  expect(mistakes({ days: [today] })).toEqual({
    days: 'Nov 24, 2026 isn’t in the future. Choose later days.',
  })
  expect(mistakes({ startsAt: '' })).toEqual({ startsAt: 'Enter a time, like 9:00 AM.' })
  expect(mistakes({ endsAt: '09:00' })).toEqual({ endsAt: 'Enter a time after the start.' })
  expect(mistakes({ headCount: '2.5' })).toEqual({ headCount: 'Enter a whole number.' })
  expect(mistakes({ headCount: 'ten' })).toEqual({ headCount: 'Enter a whole number.' })
  expect(mistakes({ validUntil: '2026-11-23' })).toEqual({ validUntil: 'Choose today or a later day.' })
  expect(mistakes({ place: 'x'.repeat(501) })).toEqual({ place: 'Keep this to 500 characters or fewer.' })
})

test('days are sent in order, and a blank head count is none', () => {
  const values = { ...guess([trainer(1, null)]), days: ['2026-12-10', '2026-12-03'], headCount: ' ' }
  expect(checkOffer(values, { today, placeZone: 'America/Chicago' }).request).toMatchObject({
    days: ['2026-12-03', '2026-12-10'],
    headCount: null,
    trainerId: 1,
  })
})
