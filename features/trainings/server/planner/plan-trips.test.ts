import { describe, expect, test } from 'vitest'
import { addDays, listDays } from '../../../../core/contract/calendar-days.ts'
import { createRandom } from '../../../../tests/helpers/random.ts'
import { suitsPerson } from '../../../people/contract/plan.ts'
import { randomFreeDays, randomPeople } from '../../testing/random-waitlist.ts'
import { isFederalHoliday, isWorkingDay } from './federal-holidays.ts'
import { planTrips, type Trip } from './plan-trips.ts'
import { findSpot, isNear, nameRegion, spotOf } from './regions.ts'
import type { FreeDay } from './trip-calendar.ts'
import type { AnsweredPerson } from './waiting-people.ts'

let lastId = 0
const person = (given: Partial<AnsweredPerson> = {}): AnsweredPerson => {
  const id = ++lastId
  return {
    id,
    name: `Person ${id}`,
    company: '',
    city: 'Austin',
    state: 'TX',
    zip: null,
    groupSize: null,
    topics: [],
    months: [],
    weekdays: [],
    format: null,
    waitingDays: 0,
    ...given,
  }
}
const inCity = (name: string, given: Partial<AnsweredPerson> = {}) => {
  const [city = '', state = ''] = name.split(', ')
  return person({ city, state, ...given })
}
const free = (from: string, to = from, trainerId = 1): FreeDay[] =>
  listDays(from, to).map((day) => ({ trainerId, day }))
/** March 2027 begins on a Monday, and has no holiday. */
const march = free('2027-03-01', '2027-03-31')
const idsOf = ({ members }: Trip) => members.map((member) => member.person.id)
const daysOf = ({ members }: Trip) => members.map(({ day }) => day.slice(5))
const sizesOf = (people: AnsweredPerson[]) =>
  planTrips(people, march).trips.map(({ members }) => members.length)
/** The days of each trip in some free days, without the year */
const daysIn = (people: AnsweredPerson[], days = march, options: Parameters<typeof planTrips>[2] = {}) =>
  planTrips(people, days, options).trips.map(daysOf)

describe('a trip', () => {
  test('is for people of one region, across state lines too, whatever their topics', () => {
    for (const [one, other] of [
      ['Minneapolis, MN', 'Saint Paul, MN'],
      ['Kansas City, MO', 'Kansas City, KS'],
      ['Portland, OR', 'Vancouver, WA'],
    ] as const) {
      const given = { topics: ['fundraising'], months: [3] } satisfies Partial<AnsweredPerson>
      const people = [inCity(one, given), inCity(other, { topics: ['leadership'] })]
      expect(planTrips(people, march).trips.map(idsOf), one).toEqual([people.map(({ id }) => id)])
    }
    expect(planTrips([inCity('Dallas, TX'), inCity('Austin, TX')], march).trips).toHaveLength(2)
  })

  test('never grows along a chain of neighbors', () => {
    const people = ['Providence, RI', 'Boston, MA', 'Manchester, NH'].map((city) => inCity(city))
    const [first, middle, last] = people.map(findSpot)
    if (!first || !middle || !last) throw new Error('a place is not known')
    expect([isNear(first, middle), isNear(middle, last), isNear(first, last)]).toEqual([true, true, false])
    expect(sizesOf(people)).toEqual([2, 1])
  })

  test('to a place without a center is for people who named the same one', () => {
    const people = [inCity('Marfa, TX'), inCity('marfa, Texas'), inCity('Alpine, TX')]
    expect(sizesOf(people)).toEqual([2, 1])
  })

  test('is a run of adjacent working days, longest wait first, with other days around it to choose from', () => {
    const people = [person({ waitingDays: 5 }), person({ waitingDays: 90 }), person({ waitingDays: 30 })]
    const [trip] = planTrips(people, march).trips
    expect(trip?.members.map((member) => [member.person.waitingDays, member.day, member.days])).toEqual([
      [90, '2027-03-01', ['2027-03-01', '2027-03-04']],
      [30, '2027-03-02', ['2027-03-02', '2027-03-05']],
      [5, '2027-03-03', ['2027-03-03']],
    ])
    const [single] = planTrips(people, march, { daysPerOffer: 1 }).trips
    expect(single?.members.map(({ days }) => days.length)).toEqual([1, 1, 1])
  })

  test('skips no more than two working days, and holidays do not count', () => {
    const people = [person({ weekdays: [1] }), person({ weekdays: [3] }), person({ weekdays: [5] })]
    expect(daysIn(people)).toEqual([['03-01', '03-03', '03-05']])
    const apart = [person({ weekdays: [1] }), person({ weekdays: [5] })]
    expect(planTrips(apart, free('2027-03-01', '2027-03-05')).trips).toHaveLength(2)
    // Monday, January 18, is a holiday.
    const around = [person({ weekdays: [5] }), person({ weekdays: [2] })]
    expect(daysIn(around, free('2027-01-15', '2027-01-19'))).toEqual([['01-15', '01-19']])
  })

  test('is in one month that suits everyone', () => {
    const people = [person({ months: [3, 4] }), person({ months: [4, 5] })]
    expect(daysIn(people, free('2027-03-01', '2027-05-31'))).toEqual([['04-01', '04-02']])
  })

  test('takes weekends only for people who named no other day', () => {
    expect(planTrips([person()], free('2027-03-06')).leftOut).toMatchObject([{ reason: 'no-free-day' }])
    expect(daysIn([person({ weekdays: [6] })])).toEqual([['03-06']])
    expect(daysIn([person({ weekdays: [5, 6] })])).toEqual([['03-05']])
  })

  test('online needs no place, and is for those who would be alone where they are', () => {
    const online = person({ city: null, format: 'online' })
    const [either, here] = [person({ format: 'either' }), person()]
    expect(planTrips([online, either], march).trips.map(idsOf)).toEqual([[online.id, either.id]])
    expect(planTrips([either, here], march).trips).toMatchObject([{ isOnline: false }])
    // No one waits for others online.
    const later = person({ format: 'online', months: [4] })
    const spring = free('2027-03-01', '2027-04-30')
    expect(daysIn([online, later], spring)).toEqual([['03-01'], ['04-01']])
    expect(daysIn([online, { ...later, waitingDays: 90 }], spring)).toEqual([['04-01'], ['03-01']])
    expect(planTrips([person({ city: null })], march).leftOut).toMatchObject([{ reason: 'no-place' }])
  })

  test('with more people goes before one with fewer, then the longer wait', () => {
    const [large, small, patient] = [
      person({ groupSize: 30 }),
      inCity('Dallas, TX', { groupSize: 20, waitingDays: 300 }),
      inCity('Boise, ID', { groupSize: 20, waitingDays: 301 }),
    ]
    const people = [small, patient, large]
    expect(planTrips(people, march).trips.flatMap(idsOf)).toEqual([large.id, patient.id, small.id])
    const few = planTrips(people, march, { maxDays: 1 })
    expect(few.trips.flatMap(idsOf)).toEqual([large.id])
    expect(few.leftOut.map(({ reason }) => reason)).toEqual(['no-day-left', 'no-day-left'])
    const three = [person(), person(), person()]
    expect(daysIn(three, march, { maxDays: 2 })).toEqual([['03-01', '03-02']])
  })
})

describe('travel days', () => {
  const people = [inCity('Dallas, TX', { groupSize: 2 }), inCity('Boise, ID')]
  const plan = (travelDays: number) => daysIn(people, march, { travelDays, daysPerOffer: 1 }).flat()

  test('are left free between regions, and weekends do not count', () => {
    expect(plan(0)).toEqual(['03-01', '03-02'])
    expect(plan(1)).toEqual(['03-01', '03-03'])
    expect(plan(4)).toEqual(['03-01', '03-08'])
  })

  test('are kept around promised days, but not within a region, and not if those are online', () => {
    const planned = (text: string | undefined) => {
      const stays = [{ trainerId: 1, day: '2027-03-02', spot: text === undefined ? undefined : spotOf(text) }]
      const days = march.filter(({ day }) => day !== '2027-03-02')
      return daysIn([person()], days, { stays, daysPerOffer: 1 }).flat()
    }
    expect(planned('12 Main Street, Chicago, IL 60614')).toEqual(['03-04'])
    expect(planned('At your office')).toEqual(['03-04'])
    expect(planned('Round Rock, TX')).toEqual(['03-01'])
    expect(planned(undefined)).toEqual(['03-01'])
  })

  test('are free of trainings online, too', () => {
    const online = [inCity('Dallas, TX', { groupSize: 9 }), inCity('Plano, TX'), person({ format: 'online' })]
    expect(daysIn(online, march, { daysPerOffer: 1 })).toEqual([['03-01', '03-02'], ['03-04']])
  })
})

test('a region is named by its places', () => {
  const name = (...cities: string[]) => nameRegion(cities.map((city) => inCity(city)))
  expect(name('saint paul, mn', 'Minneapolis, MN', 'St. Paul, Minnesota')).toBe(
    'Minneapolis and St. Paul, MN',
  )
  expect(name('Kansas City, MO', 'Kansas City, KS')).toBe('Kansas City, KS; Kansas City, MO')
  expect(name('Dallas, TX', 'Plano, TX', 'Irving, TX', 'Garland, TX')).toBe(
    'Dallas and Garland, TX, and 2 more places',
  )
  expect(nameRegion([person({ city: null, state: null, zip: '78701' })])).toBe('ZIP codes 787xx')
})

test('keeps its rules on 50 random waitlists', () => {
  const random = createRandom(26)
  let tripsOfSeveral = 0
  for (let list = 0; list < 50; list++) {
    const today = addDays('2026-01-01', random.below(700))
    const people = randomPeople(random, random.between(10, 25))
    const freeDays = randomFreeDays(random, today, random.between(1, 3), random.between(20, 100))
    const options = { daysPerOffer: random.between(1, 3), travelDays: random.between(0, 3) }
    const plan = planTrips(people, freeDays, options)
    expect(planTrips(people, freeDays, options)).toEqual(plan)
    for (const trip of plan.trips) checkTrip(trip, today, options.daysPerOffer)
    checkDays(plan.trips, freeDays)
    checkTravel(plan.trips, options.travelDays)
    const named = [...plan.trips.flatMap(idsOf), ...plan.leftOut.map((one) => one.person.id)]
    expect(named.toSorted((one, other) => one - other)).toEqual(people.map(({ id }) => id))
    tripsOfSeveral += plan.trips.filter(({ members }) => members.length > 1).length
  }
  expect(tripsOfSeveral).toBeGreaterThan(100)
})

function checkTrip({ isOnline, members }: Trip, today: string, perOffer: number) {
  const days = members.flatMap((member) => member.days).toSorted()
  const spots = members.map((member) => findSpot(member.person))
  for (const member of members) {
    expect(member.days).toContain(member.day)
    expect(member.days.length).toBeLessThanOrEqual(perOffer)
    for (const day of member.days) expect(suitsPerson(member.person, day)).toBe(true)
    expect(isOnline ? ['online', 'either'] : [null, 'in-person', 'either']).toContain(member.person.format)
  }
  for (const day of days) {
    expect(isFederalHoliday(day)).toBe(false)
    expect(day > addDays(today, 10)).toBe(true)
    expect(day.slice(0, 7)).toBe(days[0]?.slice(0, 7))
  }
  const span = listDays(days[0] ?? '', days.at(-1) ?? '').filter(isWorkingDay)
  if (members.length > 1) expect(span.length).toBeLessThanOrEqual(members.length + 2)
  if (!isOnline)
    for (const one of spots) for (const other of spots) expect(one && other && isNear(one, other)).toBe(true)
}

function checkDays(trips: Trip[], freeDays: FreeDay[]) {
  const isFree = new Set(freeDays.map(({ trainerId, day }) => `${trainerId} ${day}`))
  const used = trips.flatMap(({ trainerId, members }) =>
    members.flatMap(({ days }) => days.map((day) => `${trainerId} ${day}`)),
  )
  expect(new Set(used).size).toBe(used.length)
  for (const day of used) expect(isFree).toContain(day)
}

/** Between days of one trainer in two regions, so many working days have no training at all. */
function checkTravel(trips: Trip[], travelDays: number) {
  const taken = trips.flatMap(({ isOnline, trainerId, members }) =>
    members.flatMap((member) =>
      member.days.map((day) => ({ trainerId, day, spot: isOnline ? undefined : findSpot(member.person) })),
    ),
  )
  for (const trainer of Map.groupBy(taken, ({ trainerId }) => trainerId).values()) {
    const days = trainer.toSorted((one, other) => one.day.localeCompare(other.day))
    const busy = new Set(days.map(({ day }) => day))
    const there = days.filter(({ spot }) => spot)
    for (const [index, { day, spot }] of there.entries()) {
      const next = there[index + 1]
      if (!next?.spot || !spot || isNear(spot, next.spot)) continue
      const between = listDays(addDays(day, 1), addDays(next.day, -1)).filter(
        (one) => isWorkingDay(one) && !busy.has(one),
      )
      expect(between.length, `${day} ${next.day}`).toBeGreaterThanOrEqual(travelDays)
    }
  }
}
