import { sql } from 'drizzle-orm'
import type { BusyDay, SavedBlock } from '../../../contracts/calendar.ts'
import type { Queryable } from '../../db/connect.ts'
import { blockedDays } from '../../db/schema/trainings.ts'
import { blockColumns } from './blocked-days.ts'
import { type DayState, readDayStates } from './day-states.ts'

/** Max reasons of one day, for a trainer with hundreds of rules */
const maxBlocks = 20

/** Reads the days of trainers that are not free, by day and trainer. Without ids: of everyone who gives trainings. */
export async function readCalendar(
  db: Queryable,
  { trainerIds, from, to }: { trainerIds: number[] | undefined; from: string; to: string },
): Promise<BusyDay[]> {
  const states = await readDayStates(db, { trainerIds: trainerIds ?? (await listTrainerIds(db)), from, to })
  const clients = await readClients(db, states)
  const blocks = await readBlocks(db, states)
  const days = new Map<string, BusyDay>()
  for (const { trainerId, day, state, id } of states) {
    const key = `${day} ${trainerId}`
    const busy = days.get(key) ?? { trainerId, day, blocks: [], promise: null }
    days.set(key, busy)
    if (state !== 'blocked') {
      const ids = { offerId: state === 'held' ? id : null, trainingId: state === 'booked' ? id : null }
      busy.promise = { state, ...ids, ...(clients[state].get(id) ?? { name: '', company: '' }) }
    } else {
      const block = blocks.get(id)
      // It may have been unblocked since the days were read.
      if (block && busy.blocks.length < maxBlocks) busy.blocks.push(block)
    }
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day) || a.trainerId - b.trainerId)
}

/** The ids of all users who give trainings */
export async function listTrainerIds(db: Queryable): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where trainer_since is not null`)
  return rows.map(({ id }) => id)
}

async function readBlocks(db: Queryable, states: DayState[]): Promise<Map<number, SavedBlock>> {
  const ids = [...new Set(states.filter(({ state }) => state === 'blocked').map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(blockColumns)
    .from(blockedDays)
    .where(sql`${blockedDays.id} = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map((block) => [block.id, block]))
}

type Client = { name: string; company: string }

async function readClients(db: Queryable, states: DayState[]) {
  const read = async (state: DayState['state'], table: 'offers' | 'trainings') => {
    const ids = states.filter((day) => day.state === state).map(({ id }) => id)
    if (ids.length === 0) return new Map<number, Client>()
    const { rows } = await db.execute<Client & { id: number }>(sql`
      select row.id, client.name, coalesce(client.company, '') as company
      from ${sql.identifier(table)} as row join training_waitlist as client
        on client.id = row.entry_id and client.deleted_at is null
      where row.id = any(${sql.param(ids)}::int[])`)
    return new Map(rows.map(({ id, name, company }) => [id, { name, company }]))
  }
  return { held: await read('held', 'offers'), booked: await read('booked', 'trainings') }
}
