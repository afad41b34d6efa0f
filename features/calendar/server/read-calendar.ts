import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { BusyDay } from '../contract/calendar.ts'
import { readBlockedDays } from './read-blocked-days.ts'

/** Max reasons of one day, for a trainer with hundreds of rules */
const maxBlocks = 20

/** Reads the days of trainers that are not free, by day and trainer. Without ids: of everyone who gives trainings. */
export async function readCalendar(
  db: Queryable,
  promised: SQL,
  { trainerIds, from, to }: { trainerIds: number[] | undefined; from: string; to: string },
): Promise<BusyDay[]> {
  const range = { trainerIds: trainerIds ?? (await listTrainerIds(db)), from, to }
  const days = new Map<string, BusyDay>()
  for (const { day, ...block } of await readBlockedDays(db, range)) {
    const { trainerId } = block
    const busy = days.get(`${day} ${trainerId}`) ?? { trainerId, day, blocks: [], promise: null }
    days.set(`${day} ${trainerId}`, busy)
    if (busy.blocks.length < maxBlocks) busy.blocks.push(block)
  }
  const { rows } = await db.execute<Omit<BusyDay, 'blocks'>>(sql`
    select trainer_id as "trainerId", day::text, promise from ${promised}
    where trainer_id = any(${sql.param(range.trainerIds)}::int[]) and day between ${from}::date and ${to}::date`)
  for (const { trainerId, day, promise } of rows) {
    const { blocks } = days.get(`${day} ${trainerId}`) ?? { blocks: [] }
    days.set(`${day} ${trainerId}`, { trainerId, day, blocks, promise })
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day) || a.trainerId - b.trainerId)
}

/** The ids of all users who give trainings */
export async function listTrainerIds(db: Queryable): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where trainer_since is not null`)
  return rows.map(({ id }) => id)
}
