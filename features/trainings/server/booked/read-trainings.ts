import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { countRows } from '../../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { cutPage, type Page } from '../../../../core/server/db/page.ts'
import { readTimeZone } from '../../../../core/server/organization.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { displayNameOf, userName } from '../../../accounts/server/display-name.ts'
import type { PlanTopic } from '../../../people/contract/plan.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import type { Training, TrainingView } from '../../contract/trainings.ts'
import { trainings, trainingTasks } from '../../schema.ts'
import { createTokenMaker, offerUrl } from '../offers/offer-link.ts'
import { entriesLike } from '../offers/read-offers.ts'
import type { TrainingRow } from './cancel-training.ts'
import { readMaterials } from './read-materials.ts'

type TrainingFilter = { view: TrainingView | 'all'; entry?: number | undefined }

/** Lists booked trainings: upcoming ones by day, others from the latest day. */
export async function listTrainings(
  db: Queryable,
  config: Config,
  query: TrainingFilter & { limit: number; cursor?: string | undefined },
): Promise<Page<Training, string>> {
  const { limit, cursor } = query
  const where = conditionsOf(query)
  const [rows, total] = await Promise.all([
    readTrainings(db, config, and(where, after(query, cursor)), orderOf(query), limit + 1),
    countRows(db, trainings, where),
  ])
  return cutPage(rows, limit, total, cursorOf)
}

export async function findTraining(db: Queryable, config: Config, id: number): Promise<Training | undefined> {
  const [training] = await readTrainings(db, config, eq(trainings.id, id), [], 1)
  return training
}

const views: Record<TrainingFilter['view'], SQL | undefined> = {
  all: undefined,
  upcoming: and(isNull(trainings.canceledAt), isNull(trainings.heldAt)),
  held: isNotNull(trainings.heldAt),
  canceled: isNotNull(trainings.canceledAt),
}

function conditionsOf({ view, entry }: TrainingFilter): SQL | undefined {
  return entry === undefined ? views[view] : sql`${trainings.entryId} in (${entriesLike(entry)})`
}

/** The trainings of one person are in every state, so they begin with the latest one. */
const isAscending = ({ view, entry }: TrainingFilter) => view === 'upcoming' && entry === undefined

function orderOf(filter: TrainingFilter): SQL[] {
  const direction = isAscending(filter) ? asc : desc
  return [direction(trainings.day), direction(trainings.id)]
}

function after(filter: TrainingFilter, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [day, id] = cursor.split('_')
  const comparison = sql.raw(isAscending(filter) ? '>' : '<')
  return sql`(${trainings.day}, ${trainings.id}) ${comparison} (${day}::date, ${id}::bigint)`
}

const cursorOf = ({ day, id }: Training) => `${day}_${id}`

async function readTrainings(
  db: Queryable,
  config: Config,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
): Promise<Training[]> {
  const rows = await db
    .select({
      training: trainings,
      entryId: trainingWaitlist.id,
      name: trainingWaitlist.name,
      company: trainingWaitlist.company,
      trainerName: userName,
      trainerIsActive: sql<boolean>`${users.disabledAt} is null`,
    })
    .from(trainings)
    // A deleted person has no name here from the moment of the deletion, not only once they are erased.
    .leftJoin(
      trainingWaitlist,
      and(eq(trainingWaitlist.id, trainings.entryId), isNull(trainingWaitlist.deletedAt)),
    )
    .innerJoin(users, eq(users.id, trainings.trainerId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
  const tokenOf = await createTokenMaker(db)
  const siteZone = await readTimeZone(db, config)
  const ids = rows.map(({ training }) => training.id)
  const tasks = await readTasks(db, ids)
  const materials = await readMaterials(db, ids)
  return rows.map(({ training, name, company, entryId, ...trainer }) => {
    const { id, uid, offerId } = training
    return {
      ...factsOf(entryId === null ? withoutPerson(training) : training),
      ...trainer,
      timeZone: training.timeZone ?? siteZone,
      entryId,
      offerId: entryId === null ? null : offerId,
      name: name ?? '',
      company: company ?? '',
      tasks: tasks.get(id) ?? [],
      materials: materials.get(id) ?? [],
      // A training has the uid of its offer.
      link: entryId === null || offerId === null ? null : offerUrl(config, tokenOf(uid)),
    }
  })
}

function withoutPerson(training: TrainingRow): TrainingRow {
  const contact = { contactName: '', contactEmail: '', contactPhone: '' }
  const texts = { place: '', price: '', prepare: '', payUrl: '', terms: '', invoiceNumber: '', helper: '' }
  return { ...training, ...contact, ...texts, otherDayWish: null, cancelReason: '' }
}

function factsOf({ sequence: _sequence, topics, ...training }: TrainingRow) {
  return { ...withIsoTimes(training), topics: topics as PlanTopic[] }
}

async function readTasks(db: Queryable, trainingIds: number[]): Promise<Map<number, Training['tasks']>> {
  if (trainingIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: trainingTasks.id,
      trainingId: trainingTasks.trainingId,
      text: trainingTasks.text,
      doneAt: trainingTasks.doneAt,
      doneBy: displayNameOf(trainingTasks.doneBy),
    })
    .from(trainingTasks)
    .where(inArray(trainingTasks.trainingId, trainingIds))
    .orderBy(asc(trainingTasks.id))
  return Map.groupBy(rows.map(withIsoTimes), ({ trainingId }) => trainingId)
}
