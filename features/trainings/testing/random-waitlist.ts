import { addDays, listDays } from '../../../core/contract/calendar-days.ts'
import type { Random } from '../../../tests/helpers/random.ts'
import { planTopics } from '../../people/contract/plan.ts'
import { tooSoonDays } from '../contract/planner.ts'
import type { FreeDay } from '../server/planner/trip-calendar.ts'
import type { AnsweredPerson } from '../server/planner/waiting-people.ts'

/** Cities in several states: neighbors, some across a state line or in a chain, and one that the table of places lacks */
export const cities = `
  Minneapolis, MN; Saint Paul, MN; Kansas City, MO; Kansas City, KS; Dallas, TX; Plano, TX; Fort Worth, TX; Austin, TX;
  Marfa, TX; Chicago, IL; Evanston, IL; Gary, IN; New York, NY; Brooklyn, NY; Newark, NJ; Buffalo, NY; Providence, RI;
  Boston, MA; Manchester, NH; Portland, OR; Vancouver, WA; Boise, ID; Atlanta, GA`
  .trim()
  .split(/;\s+/)

/** People who wait, with wide and narrow wishes */
export function randomPeople(
  random: Random,
  count: number,
  places: readonly string[] = cities,
): AnsweredPerson[] {
  const some = (numbers: number[], chance: number) =>
    random.isOneIn(3) ? [] : numbers.filter(() => random.isOneIn(chance))
  return Array.from({ length: count }, (_, index) => {
    const [city = '', state = ''] = random.pick(places).split(', ')
    const isKnown = !random.isOneIn(12)
    return {
      id: index + 1,
      name: `Person ${index + 1}`,
      company: '',
      city: isKnown ? city : null,
      state: isKnown ? state : null,
      zip: null,
      groupSize: random.isOneIn(5) ? null : random.between(1, 60),
      topics: planTopics.filter(() => random.isOneIn(3)),
      months: some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3),
      weekdays: some([1, 2, 3, 4, 5, 6, 7], 2),
      format: random.pick([null, 'in-person', 'in-person', 'either', 'online'] as const),
      waitingDays: random.below(400),
    }
  })
}

/** Free days of trainers in the half year after a day. `percent` says how many of all days are free. */
export function randomFreeDays(random: Random, today: string, trainers: number, percent: number): FreeDay[] {
  return Array.from({ length: trainers }, (_, index) => index + 1).flatMap((trainerId) =>
    listDays(addDays(today, tooSoonDays + 1), addDays(today, 184))
      .filter(() => random.below(100) < percent)
      .map((day) => ({ trainerId, day })),
  )
}
