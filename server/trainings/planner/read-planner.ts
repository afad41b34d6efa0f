import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { addDays } from '../../../contracts/calendar-days.ts'
import { defaultOfferDays } from '../../../contracts/offers.ts'
import {
  leftOutReasons,
  type PlannedPerson,
  type Planner,
  type PlannerQuery,
} from '../../../contracts/planner.ts'
import type { Queryable } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { placeLabel } from '../../entries/plan-place.ts'
import { countDemand, nameOfKey } from './demand.ts'
import { addMonths, listFreeDays } from './free-days.ts'
import { planDays } from './plan-days.ts'
import { online, type PlanEntry, weekdayOf } from './plan-entry.ts'
import { type AnsweredPerson, listAnswered, listUnanswered } from './waiting-people.ts'

/** Max rows of each list in the response. The counts beside them count everything. */
const maxGroups = 60
const maxNamed = 20

/** Plans days for the people who wait (`planDays`), with what the plan leaves out and why. */
export async function readPlanner(
  db: Queryable,
  query: PlannerQuery,
  { today, userId }: { today: string; userId: number },
): Promise<Planner> {
  const answered = await listAnswered(db, query.topic)
  const unanswered = await listUnanswered(db, maxNamed)
  const trainers = await listPlannedTrainers(db, userId)
  const range = { from: addDays(today, 1), to: addMonths(today, query.months) }
  const freeDays = await listFreeDays(db, {
    ...range,
    trainerIds: trainers.users.map(({ id }) => id).filter((id) => id === (query.trainer ?? id)),
  })
  const { groups, leftOut } = planDays(answered.people, freeDays, {
    maxDays: query.days,
    daysPerOffer: query.perOffer,
    preferFrom: addDays(today, defaultOfferDays),
  })
  const people = new Map(answered.people.map((person) => [person.id, describePerson(person)]))
  const listPeople = (entries: PlanEntry[]) => entries.flatMap(({ id }) => people.get(id) ?? [])
  const names = new Map(trainers.users.map(({ id, name }) => [id, name]))
  return {
    ...range,
    trainers: trainers.users,
    isForYou: trainers.isForYou,
    freeDays: freeDays.filter(({ day }) => weekdayOf(day) <= 5).length,
    planned: answered.people.length,
    isCut: answered.isCut,
    groups: groups.slice(0, maxGroups).map(({ place, members, ...group }) => ({
      ...group,
      place: nameOfKey(place),
      format: place === online ? 'online' : 'in-person',
      trainerName: names.get(group.trainerId) ?? '',
      members: members.flatMap(({ entry, days }) =>
        listPeople([entry]).map((person) => ({ ...person, groupSize: entry.groupSize, days })),
      ),
    })),
    groupCount: groups.length,
    leftOut: leftOutReasons.flatMap((reason) => {
      const entries = leftOut.filter((one) => one.reason === reason).map(({ entry }) => entry)
      if (entries.length === 0) return []
      return { reason, count: entries.length, people: listPeople(entries.slice(0, maxNamed)) }
    }),
    unanswered: {
      ...unanswered,
      people: unanswered.people.map(({ id, ...person }) => ({ entryId: id, ...person })),
    },
    demand: countDemand(answered.people),
  }
}

const describePerson = ({ id, name, company, waitingDays, ...place }: AnsweredPerson): PlannedPerson => ({
  entryId: id,
  name,
  company,
  place: placeLabel(place),
  waitingDays,
})

/** Lists the trainers. While there are none, the signed-in user is one, because their first offer makes them one. */
async function listPlannedTrainers(db: Queryable, userId: number) {
  const name = sql<string>`coalesce(${users.displayName}, ${users.username})`
  const trainers = await db
    .select({ id: users.id, name })
    .from(users)
    .where(and(isNotNull(users.trainerSince), isNull(users.disabledAt)))
    .orderBy(sql`lower(${name})`, asc(users.id))
  if (trainers.length > 0) return { users: trainers, isForYou: false }
  return {
    users: await db.select({ id: users.id, name }).from(users).where(eq(users.id, userId)),
    isForYou: true,
  }
}
