import { expect, test } from 'vitest'
import type { PlanRequest } from '../../../../contracts/plan.ts'
import type { Trainer } from '../../../../contracts/trainings.ts'
import { firstMonday } from './day-picker.tsx'
import { checkOffer, guessOffer } from './offer-values.ts'

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
const guess = (trainers: Trainer[]) => guessOffer({ wishes, last: undefined, trainers, userId: 1, today })

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

test('the trainer is the user, or the only one, or must be chosen', () => {
  expect(guess([trainer(1, null), trainer(2, null)]).trainerId).toBe('1')
  expect(guess([trainer(1, today), trainer(2, today)]).trainerId).toBe('1')
  expect(guess([trainer(1, null), trainer(2, today)]).trainerId).toBe('2')
  expect(guess([trainer(1, null), trainer(2, today), trainer(3, today)]).trainerId).toBe('')
  expect(guess([trainer(1, null), trainer(2, today, false)]).trainerId).toBe('1')
})

test('the days start in the week of the first one that works for the person', () => {
  expect(firstMonday(today, [], wishes)).toBe('2027-03-01')
  expect(firstMonday(today, ['2026-12-31'], wishes)).toBe('2026-12-28')
  expect(firstMonday(today, [], null)).toBe('2026-11-23')
  // The next day is in the next week.
  expect(firstMonday('2026-11-29', [], null)).toBe('2026-11-30')
  expect(firstMonday(today, [], { ...wishes, months: [], weekdays: [] })).toBe('2026-11-23')
})

test('each mistake is named at its field', () => {
  const values = guess([trainer(1, null)])
  const mistakes = (changes: Partial<typeof values>) =>
    checkOffer({ ...values, days: ['2026-12-03'], ...changes }, today).mistakes
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
  expect(checkOffer(values, today).input).toMatchObject({
    days: ['2026-12-03', '2026-12-10'],
    headCount: null,
    trainerId: 1,
  })
})
