import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { addDays, isoWeekday } from '../../../core/contract/calendar-days.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem, refuse } from '../../../core/server/errors.ts'
import { type BlockedDays, blockMessages, blockMistake, type SavedBlock } from '../contract/calendar.ts'
import { blockedDays, calendarFiles } from '../schema.ts'
import { lockTrainer } from './trainers.ts'

/** A row by its id. With `of`, only a row of that trainer is found. */
export type OwnRow = { id: number; of: number | undefined }

/** Max rules and ranges of one trainer that were typed and are not over */
const maxTyped = 1000

const { createdAt: _, ...blockColumns } = getTableColumns(blockedDays)

/**
 * Blocks days of a trainer. The same days with the same reason are saved once.
 * @throws RequestProblem that says why they were not saved
 */
export async function blockDays(
  db: Queryable,
  trainerId: number,
  given: BlockedDays,
  today: string,
): Promise<SavedBlock> {
  const days = normalize(given, today)
  return db.transaction(async (tx) => {
    await lockTrainer(tx, trainerId)
    const typed = and(eq(blockedDays.trainerId, trainerId), isNull(blockedDays.fileId))
    const [same] = await tx
      .select(blockColumns)
      .from(blockedDays)
      .where(
        and(
          typed,
          eq(blockedDays.firstDay, days.firstDay),
          sql`${blockedDays.lastDay} is not distinct from ${days.lastDay}::date`,
          sql`${blockedDays.weekdays} = ${sql.param(days.weekdays)}::int[]`,
          eq(blockedDays.reason, days.reason),
        ),
      )
    if (same) return same
    const isAhead = sql`coalesce(${blockedDays.lastDay} >= ${today}::date, true)`
    if ((await tx.$count(blockedDays, and(typed, isAhead))) >= maxTyped)
      throw refuse(
        `There are already ${maxTyped} blocked ranges ahead. Unblock some, or use weekdays instead.`,
      )
    const saved = await tx
      .insert(blockedDays)
      .values({ trainerId, ...days })
      .returning(blockColumns)
    return oneRow(saved)
  })
}

/**
 * Changes days that were typed. Those of a file change with the file. Returns undefined if there is no such row.
 * @throws RequestProblem that says why they were not saved
 */
export async function changeBlock(
  db: Queryable,
  { id, of }: OwnRow,
  given: BlockedDays,
  today: string,
): Promise<SavedBlock | undefined> {
  const days = normalize(given, today)
  const [block] = await db
    .update(blockedDays)
    .set(days)
    .where(and(isRow({ id, of }), isNull(blockedDays.fileId)))
    .returning(blockColumns)
  if (block) return block
  const [file] = await db
    .select({ name: calendarFiles.name })
    .from(blockedDays)
    .innerJoin(calendarFiles, eq(calendarFiles.id, blockedDays.fileId))
    .where(isRow({ id, of }))
  if (!file) return undefined
  throw refuse(
    `These days came from ${file.name}. Change them in that calendar and upload the file again, or unblock them here.`,
  )
}

/**
 * Unblocks days: all of a row, or one day, which leaves the days before and after it blocked. Returns false if they were
 * not blocked.
 */
export async function unblockDays(
  db: Queryable,
  { id, of }: OwnRow,
  day: string | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [block] = await tx.select(blockColumns).from(blockedDays).where(isRow({ id, of })).for('update')
    if (!block || (day !== undefined && !isBlocked(block, day))) return false
    const rest = day === undefined ? [] : daysAround(block, day)
    await tx.delete(blockedDays).where(eq(blockedDays.id, id))
    const { id: _, ...kept } = block
    if (rest.length > 0) await tx.insert(blockedDays).values(rest.map((days) => ({ ...kept, ...days })))
    return true
  })
}

const isRow = ({ id, of }: OwnRow) =>
  and(eq(blockedDays.id, id), of === undefined ? undefined : eq(blockedDays.trainerId, of))

function isBlocked({ firstDay, lastDay, weekdays }: SavedBlock, day: string): boolean {
  if (day < firstDay || (lastDay !== null && day > lastDay)) return false
  return weekdays.length === 0 || weekdays.includes(isoWeekday(day))
}

/** The remaining parts of blocked days when one of them is taken out */
function daysAround(block: Omit<SavedBlock, 'id'>, day: string): Pick<SavedBlock, 'firstDay' | 'lastDay'>[] {
  const parts = [
    { firstDay: block.firstDay, lastDay: addDays(day, -1) },
    { firstDay: addDays(day, 1), lastDay: block.lastDay },
  ]
  return parts.filter((part) => blockMistake({ ...part, weekdays: block.weekdays }) === undefined)
}

function normalize({ weekdays, ...given }: BlockedDays, today: string): BlockedDays {
  const days = { ...given, weekdays: [...new Set(weekdays)].sort() }
  const isOver = days.lastDay !== null && days.lastDay < today
  const detail = blockMistake(days) ?? (isOver ? blockMessages.over : undefined)
  if (detail) throw new RequestProblem('not-accepted', { detail })
  return days
}
