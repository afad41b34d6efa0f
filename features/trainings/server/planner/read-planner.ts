import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { addDays, addMonths, dayInMonth, listDays } from '../../../../core/contract/calendar-days.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { userName } from '../../../accounts/server/display-name.ts'
import { promisedDays } from '../../../calendar/server/promised-days.ts'
import { readBlockedDays } from '../../../calendar/server/read-blocked-days.ts'
import { placeLabel } from '../../../people/server/plan-place.ts'
import {
  leftOutReasons,
  type PlannedPerson,
  type Trip as PlannedTrip,
  type Planner,
  type PlannerQuery,
  tooSoonDays,
} from '../../contract/planner.ts'
import { countDemand } from './demand.ts'
import { isWorkingDay } from './federal-holidays.ts'
import { countHeads, planTrips, type Trip } from './plan-trips.ts'
import { nameRegion, spotOf } from './regions.ts'
import type { FreeDay, Stay } from './trip-calendar.ts'
import { type AnsweredPerson, listAnswered, listUnanswered } from './waiting-people.ts'

/** Max rows of each list in the response. The counts beside them count everything. */
const maxTrips = 60
const maxNamed = 20

/** Plans trips to the people who wait (`planTrips`), with what the plan leaves out and why. */
export async function readPlanner(
  db: Queryable,
  query: PlannerQuery,
  { today, userId }: { today: string; userId: number },
): Promise<Planner> {
  const answered = await listAnswered(db, query.topic)
  const unanswered = await listUnanswered(db, maxNamed)
  const trainers = await listPlannedTrainers(db, userId)
  const range = {
    from: addDays(today, tooSoonDays + 1),
    to: dayInMonth(today, addMonths(today.slice(0, 7), query.months)),
  }
  const trainerIds = trainers.users.map(({ id }) => id).filter((id) => id === (query.trainer ?? id))
  const stays = await listStays(db, trainerIds, today)
  const freeDays = await listFreeDays(db, { ...range, trainerIds }, stays)
  const { trips, leftOut } = planTrips(answered.people, freeDays, {
    maxDays: query.days,
    daysPerOffer: query.perOffer,
    travelDays: query.travelDays,
    stays,
  })
  const describe = (some: Trip[]) => ({
    first: some.slice(0, maxTrips).map((trip) => describeTrip(trip, trainers.users)),
    count: some.length,
  })
  return {
    ...range,
    trainers: trainers.users,
    isForYou: trainers.isForYou,
    freeDays: freeDays.filter(({ day }) => isWorkingDay(day)).length,
    planned: answered.people.length,
    isCut: answered.isCut,
    trips: describe(trips.filter(({ members }) => members.length > 1)),
    alone: describe(trips.filter(({ members }) => members.length === 1)),
    leftOut: leftOutReasons.flatMap((reason) => {
      const people = leftOut.filter((one) => one.reason === reason).map(({ person }) => person)
      if (people.length === 0) return []
      return { reason, count: people.length, people: people.slice(0, maxNamed).map(describePerson) }
    }),
    unanswered: {
      ...unanswered,
      people: unanswered.people.map(({ id, ...person }) => ({ entryId: id, ...person })),
    },
    demand: countDemand(answered.people),
  }
}

function describeTrip({ isOnline, trainerId, members }: Trip, trainers: Planner['trainers']): PlannedTrip {
  const people = members.map(({ person }) => person)
  return {
    place: isOnline ? 'Online' : nameRegion(people),
    format: isOnline ? 'online' : 'in-person',
    trainerId,
    trainerName: trainers.find(({ id }) => id === trainerId)?.name ?? '',
    headCount: countHeads(people),
    members: members.map(({ person, day, days }) => ({
      ...describePerson(person),
      groupSize: person.groupSize,
      topics: person.topics,
      day,
      days,
    })),
  }
}

const describePerson = ({ id, name, company, waitingDays, ...place }: AnsweredPerson): PlannedPerson => ({
  entryId: id,
  name,
  company,
  place: placeLabel(place),
  waitingDays,
})

/** Lists the days on which a trainer is not away and has nothing held or booked. */
async function listFreeDays(
  db: Queryable,
  range: { trainerIds: number[]; from: string; to: string },
  stays: Stay[],
): Promise<FreeDay[]> {
  const blocked = await readBlockedDays(db, range)
  const busy = new Set([...blocked, ...stays].map(({ trainerId, day }) => `${trainerId} ${day}`))
  return range.trainerIds.flatMap((trainerId) =>
    listDays(range.from, range.to)
      .filter((day) => !busy.has(`${trainerId} ${day}`))
      .map((day) => ({ trainerId, day })),
  )
}

/** Lists where trainers are on the days from today on that they have promised to someone. */
async function listStays(db: Queryable, trainerIds: number[], today: string): Promise<Stay[]> {
  const { rows } = await db.execute<FreeDay & { place: string | null }>(sql`
    select promised.trainer_id as "trainerId", promised.day::text as day,
      case when coalesce(trainings.format, offers.format) = 'in-person' then coalesce(trainings.place, offers.place) end as place
    from ${promisedDays()} left join offers on offers.id = (promise ->> 'offerId')::int
      left join trainings on trainings.id = (promise ->> 'trainingId')::int
    where promised.trainer_id = any(${sql.param(trainerIds)}::int[]) and promised.day >= ${today}::date`)
  return rows.map(({ place, ...day }) => ({ ...day, spot: place === null ? undefined : spotOf(place) }))
}

/** Lists the trainers. While there are none, the signed-in user is one, because their first offer makes them one. */
async function listPlannedTrainers(db: Queryable, userId: number) {
  const columns = { id: users.id, name: userName }
  const trainers = await db
    .select(columns)
    .from(users)
    .where(and(isNotNull(users.trainerSince), isNull(users.disabledAt)))
    .orderBy(sql`lower(${userName})`, asc(users.id))
  if (trainers.length > 0) return { users: trainers, isForYou: false }
  return { users: await db.select(columns).from(users).where(eq(users.id, userId)), isForYou: true }
}
