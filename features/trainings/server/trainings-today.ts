import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { may } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { TodayClock, TodayPart, TodayReader } from '../../manifest/today-section.ts'
import type { trainingsPause } from '../contract/trainings.ts'
import { offers, trainings } from '../schema.ts'
import {
  countUpcoming,
  listDue,
  listFormerTrainers,
  listPast,
  listUpcoming,
} from './booked/training-lines.ts'
import { listDrafts, listExpiring, listFreed, listLiveOffers, listOtherDays } from './offers/offer-lines.ts'
import { findPause } from './pause.ts'
import { localToday } from './time-zone.ts'
import { listTrainingNews } from './training-news.ts'

const forRunners = [listOtherDays, listExpiring, listDrafts, listFreed, listPast, listDue, listFormerTrainers]

export async function readTrainingsToday(
  db: Queryable,
  { role, clock, since }: TodayReader,
): Promise<TodayPart> {
  const lists = [listUpcoming, ...(may({ role }, 'manageDays') ? forRunners : [])]
  const [paused, news, ...sections] = await Promise.all([
    readPause(db, clock),
    listTrainingNews(db, clock, since),
    ...lists.map((list) => list(db, clock)),
  ])
  return { paused, news, sections }
}

/** After a restore: all live offers, and the number of upcoming trainings, until someone lets them go on */
export async function readPause(
  db: Queryable,
  clock: TodayClock,
): Promise<z.infer<typeof trainingsPause> | null> {
  const since = await findPause(db)
  if (since === undefined) return null
  const [offers, trainings] = await Promise.all([listLiveOffers(db), countUpcoming(db, clock)])
  return { since, offers: offers.map((one) => ({ step: null, trainerId: null, ...one })), trainings }
}

/** Counts what waits while trainings are off. */
export async function countOpen(db: Queryable): Promise<Record<string, number>> {
  const [open, coming] = await Promise.all([
    db.$count(offers, inArray(offers.status, ['sent', 'other-days'])),
    db.$count(
      trainings,
      and(isNull(trainings.canceledAt), isNull(trainings.heldAt), sql`${trainings.day} >= ${localToday}`),
    ),
  ])
  return { 'open offer': open, 'coming training day': coming }
}
