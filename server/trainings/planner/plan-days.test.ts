import { describe, expect, test } from 'vitest'
import {
  belongTogether,
  canCome,
  placeExhaustively,
  randomEntries,
  randomFreeDays,
} from '../../../tests/helpers/exhaustive-plan.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { areaLabel, placeKeys, placeLabel } from '../../entries/plan-place.ts'
import { type FreeDay, planDays } from './plan-days.ts'
import type { PlanEntry } from './plan-entry.ts'

let lastId = 0
const entry = (given: Partial<PlanEntry> = {}): PlanEntry => ({
  id: ++lastId,
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
})
const free = (...days: string[]): FreeDay[] => days.map((day) => ({ trainerId: 1, day }))
/** A week in March 2027 from Monday to Sunday */
const week = free(...[1, 2, 3, 4, 5, 6, 7].map((day) => `2027-03-0${day}`))
const idsOf = (plan: ReturnType<typeof planDays>) =>
  plan.groups.map(({ members }) =>
    members.map(({ entry: { id } }) => id).toSorted((one, other) => one - other),
  )

describe('places', () => {
  test('are the same however they are typed', () => {
    const st = placeKeys({ city: ' St.  Louis ', state: 'Missouri', zip: null })
    expect(placeKeys({ city: 'st louis', state: 'mo', zip: null })).toEqual(st)
    expect(placeKeys({ city: 'Cañon City', state: 'CO', zip: null })).toEqual(
      placeKeys({ city: 'Canon city', state: 'co', zip: null }),
    )
    expect(placeKeys({ city: 'Austin', state: 'TX', zip: '78701-1234' })).toEqual([
      'city:austin,TX',
      'zip:787',
    ])
  })

  test('have no key if they are not clear', () => {
    for (const place of [
      { city: 'Springfield', state: null, zip: null },
      { city: null, state: 'TX', zip: '787' },
      { city: '  ', state: '  ', zip: 'K1A 0B1' },
    ])
      expect(placeKeys(place)).toEqual([])
  })

  test('have names for people', () => {
    expect(placeLabel({ city: ' san  Antonio', state: 'texas', zip: '78201' })).toBe('san Antonio, TX')
    expect(placeLabel({ city: null, state: null, zip: ' 78201 ' })).toBe('ZIP 78201')
    expect(areaLabel('city:winston-salem,NC')).toBe('Winston-Salem, NC')
    expect(areaLabel('zip:787')).toBe('ZIP codes 787xx')
  })
})

describe('groups', () => {
  test('are of people who share a city or a ZIP area, and never of a chain of both', () => {
    const [city, both, zip] = [
      entry({ groupSize: 5 }),
      entry({ zip: '78701', groupSize: 3 }),
      entry({ city: 'Pflugerville', zip: '78799', groupSize: 9 }),
    ]
    const plan = planDays([city, both, zip], week)
    expect(plan.groups.map(({ place, headCount }) => [place, headCount])).toEqual([
      ['zip:787', 12],
      ['city:austin,TX', 5],
    ])
    expect(idsOf(plan)).toEqual([[both.id, zip.id], [city.id]])
  })

  test('need a free day in a month and on a weekday that suit everyone', () => {
    const people = [
      entry({ months: [3], weekdays: [1, 2] }),
      entry({ months: [3, 4], weekdays: [2, 3] }),
      entry({ weekdays: [2] }),
    ]
    expect(planDays(people, week).groups.map(({ days }) => days)).toEqual([['2027-03-02']])
    const [rest] = planDays(people, free('2027-03-03', '2027-04-06')).groups
    expect(rest?.days).toEqual(['2027-04-06'])
    expect(planDays([entry({ months: [7] })], week).leftOut).toMatchObject([{ reason: 'no-free-day' }])
  })

  test('meet on weekends only if everyone asked for it', () => {
    expect(planDays([entry()], free('2027-03-06')).groups).toEqual([])
    const weekend = [entry({ weekdays: [6] }), entry({ weekdays: [6, 7] })]
    expect(planDays(weekend, free('2027-03-06')).groups).toHaveLength(1)
    expect(planDays([...weekend, entry()], free('2027-03-06')).leftOut).toMatchObject([
      { reason: 'no-free-day' },
    ])
  })

  test('are online for people who want that, and those who take either join where they help most', () => {
    const online = entry({ city: null, format: 'online' })
    const either = entry({ format: 'either' })
    const here = entry()
    const nowhere = entry({ city: null })
    expect(idsOf(planDays([online, either], week))).toEqual([[online.id, either.id]])
    expect(planDays([here, either], week).groups[0]?.place).toBe('city:austin,TX')
    expect(planDays([nowhere], week).leftOut).toMatchObject([{ reason: 'no-place' }])
    expect(planDays([entry({ format: 'online' }), here], week).groups).toHaveLength(2)
  })

  test('are described: head count, topics in common, and the wait', () => {
    const [group] = planDays(
      [
        entry({ groupSize: 20, topics: ['leadership', 'fundraising'], waitingDays: 80 }),
        entry({ topics: ['fundraising'], waitingDays: 1 }),
        entry({ waitingDays: 20 }),
      ],
      week,
    ).groups
    expect(group).toMatchObject({
      headCount: 22,
      topics: ['fundraising'],
      longestWaitDays: 80,
      averageWaitDays: 34,
      days: ['2027-03-01', '2027-03-02', '2027-03-03'],
    })
  })

  test('give a scarce day to more people, then to those who have waited longer', () => {
    const large = entry({ groupSize: 30 })
    const small = entry({ city: 'Dallas', groupSize: 20, waitingDays: 300 })
    const plan = planDays([small, large], week, { maxDays: 1 })
    expect(idsOf(plan)).toEqual([[large.id]])
    expect(plan.leftOut).toMatchObject([{ entry: small, reason: 'no-day-left' }])
    const waiting = entry({ city: 'Waco', groupSize: 30, waitingDays: 2 })
    expect(idsOf(planDays([large, waiting], free('2027-03-01')))).toEqual([[waiting.id]])
  })

  test('leave a day to those who have no other', () => {
    const people = [
      entry({ city: 'Austin', groupSize: 50, weekdays: [1, 2] }),
      entry({ city: 'Dallas', groupSize: 10, weekdays: [1] }),
    ]
    const plan = planDays(people, free('2027-03-01', '2027-03-02'))
    expect(plan.groups.map(({ place, days }) => [place, days])).toEqual([
      ['city:austin,TX', ['2027-03-02']],
      ['city:dallas,TX', ['2027-03-01']],
    ])
  })

  test('are later than the first two weeks if that is possible', () => {
    const days = free('2027-03-01', '2027-03-15')
    expect(planDays([entry()], days, { preferFrom: '2027-03-10' }).groups[0]?.days[0]).toBe('2027-03-15')
    expect(planDays([entry()], days, { preferFrom: '2027-04-01' }).groups[0]?.days[0]).toBe('2027-03-01')
  })
})

describe('days for offers', () => {
  test('are each member’s own, and everyone gets one before anyone gets a second', () => {
    const people = [entry({ weekdays: [1] }), entry({ weekdays: [1, 2] }), entry({ weekdays: [1, 2, 3] })]
    const [group] = planDays(people, free('2027-03-01', '2027-03-02', '2027-03-03', '2027-03-10')).groups
    const days = new Map(group?.members.map((member) => [member.entry, member.days]))
    expect(people.map((person) => days.get(person))).toEqual([
      ['2027-03-01'],
      ['2027-03-02'],
      ['2027-03-03', '2027-03-10'],
    ])
  })

  test('are near the day of the group and in its month, and missing where the month has too few', () => {
    const people = [entry({ weekdays: [1] }), entry({ weekdays: [1] }), entry({ weekdays: [1] })]
    const [group] = planDays(people, free('2027-03-01', '2027-03-08', '2027-04-05')).groups
    expect(group?.members.map(({ days }) => days.length).toSorted()).toEqual([0, 1, 1])
  })
})

// The sentence that the planner keeps: at least 90 % of the head count that an exhaustive search places in as many days.
test('places at least 90 % of what an exhaustive search places in as many days, on each of 500 random lists', () => {
  const random = createRandom(19)
  let [lists, worst] = [0, 1]
  for (; lists < 500; lists++) {
    const entries = randomEntries(random, 12)
    const freeDays = randomFreeDays(random, random.between(1, 2), random.between(2, 12)).slice(0, 30)
    const best = placeExhaustively(entries, freeDays)
    const all = planDays(entries, freeDays)
    for (const maxDays of new Set([random.between(1, 3), random.between(1, best.length), undefined])) {
      const { groups } = maxDays === undefined ? all : planDays(entries, freeDays, { maxDays })
      expect(groups.length).toBeLessThanOrEqual(maxDays ?? freeDays.length)
      const possible = best[Math.min(maxDays ?? groups.length, best.length - 1)] ?? 0
      const placed = groups.reduce((sum, { headCount }) => sum + headCount, 0)
      expect(placed).toBeLessThanOrEqual(possible)
      if (possible > 0) worst = Math.min(worst, placed / possible)
    }
    // Without a limit, as many people are placed as all free days together can place.
    expect(all.groups.reduce((sum, { headCount }) => sum + headCount, 0)).toBeGreaterThanOrEqual(
      0.9 * (best.at(-1) ?? 0),
    )
  }
  expect(worst).toBeGreaterThanOrEqual(0.9)
})

test('keeps its rules on random lists of any length', () => {
  const random = createRandom(7)
  for (let list = 0; list < 60; list++) {
    const entries = randomEntries(random, random.between(0, 60), random.between(1, 20))
    const freeDays = randomFreeDays(random, random.between(1, 3), random.between(1, 60))
    const options = {
      maxDays: random.isOneIn(2) ? random.between(1, 10) : undefined,
      daysPerOffer: random.between(1, 3),
    }
    const plan = planDays(entries, freeDays, options)
    expect(planDays(entries, freeDays, options)).toEqual(plan)
    checkPlan(plan, entries, freeDays, options.daysPerOffer)
  }
})

function checkPlan(
  plan: ReturnType<typeof planDays>,
  entries: PlanEntry[],
  freeDays: FreeDay[],
  perOffer: number,
) {
  const isFree = new Set(freeDays.map(({ trainerId, day }) => `${trainerId} ${day}`))
  const own: string[] = []
  for (const { trainerId, days, members, headCount } of plan.groups) {
    expect(days.length).toBeGreaterThanOrEqual(1)
    expect(days.length).toBeLessThanOrEqual(3)
    for (const day of days) {
      expect(isFree).toContain(`${trainerId} ${day}`)
      expect(
        belongTogether(
          members.map((member) => member.entry),
          day,
        ),
      ).toBe(true)
    }
    for (const member of members) {
      expect(member.days.length).toBeLessThanOrEqual(perOffer)
      for (const day of member.days) {
        expect(canCome(member.entry, day)).toBe(true)
        own.push(`${trainerId} ${day}`)
      }
    }
    expect(members.some((member) => member.days.length > 0)).toBe(true)
    expect(headCount).toBe(members.reduce((sum, member) => sum + (member.entry.groupSize ?? 1), 0))
  }
  for (const day of own) expect(isFree).toContain(day)
  expect(new Set(own).size).toBe(own.length)
  const anchors = plan.groups.map(({ trainerId, days }) => `${trainerId} ${days[0]}`)
  expect(new Set(anchors).size).toBe(anchors.length)
  const named = [...plan.groups.flatMap(({ members }) => members), ...plan.leftOut].map(
    ({ entry: { id } }) => id,
  )
  expect(named.toSorted((one, other) => one - other)).toEqual(entries.map(({ id }) => id))
}
