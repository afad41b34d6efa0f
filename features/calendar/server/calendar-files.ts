import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { addDays } from '../../../core/contract/calendar-days.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem, refuse } from '../../../core/server/errors.ts'
import {
  type CalendarFile,
  type CalendarUpload,
  calendarFileMessages,
  calendarLimits,
} from '../contract/calendar.ts'
import { blockedDays, calendarFiles } from '../schema.ts'
import type { OwnRow } from './blocked-days.ts'
import { readInProcess } from './ics/read-in-process.ts'
import { lockTrainer } from './trainers.ts'

type Upload = { trainerId: number; name: string; text: string; keepTitles: boolean }
type Day = { today: string; timeZone: string }

/**
 * Blocks the days of a calendar file. A file with the same name replaces the days of the earlier one.
 * @throws RequestProblem that says why no days were blocked
 */
export async function addCalendarFile(
  db: Queryable,
  { trainerId, name: givenName, text, keepTitles }: Upload,
  { today, timeZone }: Day,
): Promise<CalendarUpload> {
  if (Buffer.byteLength(text) > calendarLimits.fileBytes)
    throw new RequestProblem('too-large', { detail: calendarFileMessages.tooLarge })
  const to = addDays(today, calendarLimits.fileDays)
  const read = await readInProcess({ text, timeZone, from: today, to, keepTitles })
  if (read.outcome === 'busy') throw new RequestProblem('overloaded')
  if (read.outcome !== 'read')
    throw new RequestProblem('not-accepted', { detail: explanations[read.outcome] })
  const name = cleanName(givenName)
  return db.transaction(async (tx) => {
    await lockTrainer(tx, trainerId)
    const isOther = and(eq(calendarFiles.trainerId, trainerId), ne(calendarFiles.name, name))
    if ((await tx.$count(calendarFiles, isOther)) >= calendarLimits.files)
      throw refuse(`There are already ${calendarLimits.files} calendar files. Delete one first.`)
    const saved = await tx
      .insert(calendarFiles)
      .values({ trainerId, name })
      .onConflictDoUpdate({
        target: [calendarFiles.trainerId, calendarFiles.name],
        set: { uploadedAt: sql`now()` },
      })
      .returning({ id: calendarFiles.id })
    const fileId = oneRow(saved).id
    await tx.delete(blockedDays).where(eq(blockedDays.fileId, fileId))
    if (read.ranges.length > 0)
      await tx.insert(blockedDays).values(
        read.ranges.map(({ firstDay, lastDay, title }) => ({
          trainerId,
          fileId,
          firstDay,
          lastDay,
          reason: title || `From ${name}`.slice(0, calendarLimits.reason).toWellFormed(),
        })),
      )
    const files = await selectFiles(tx, today, sql`file.id = ${fileId}`)
    const { leftOut, leftOutFirst } = read
    return { file: oneRow(files), leftOut, leftOutFirst }
  })
}

const explanations = {
  'not-calendar': calendarFileMessages.notCalendar,
  damaged: calendarFileMessages.damaged,
  'too-tangled': calendarFileMessages.tooTangled,
}

/** The uploaded files of trainers, by name. Without ids: of everyone. */
export function listCalendarFiles(
  db: Queryable,
  { trainerIds, today }: { trainerIds: number[] | undefined; today: string },
): Promise<CalendarFile[]> {
  const isTheirs = trainerIds ? sql`file.trainer_id = any(${sql.param(trainerIds)}::int[])` : sql`true`
  return selectFiles(db, today, isTheirs)
}

/** Deletes a file and unblocks its days. Returns false if there is no such file. */
export async function deleteCalendarFile(db: Queryable, { id, of }: OwnRow): Promise<boolean> {
  const { rowCount } = await db
    .delete(calendarFiles)
    .where(and(eq(calendarFiles.id, id), of === undefined ? undefined : eq(calendarFiles.trainerId, of)))
  return rowCount === 1
}

async function selectFiles(db: Queryable, today: string, where: SQL): Promise<CalendarFile[]> {
  const { rows } = await db.execute<CalendarFile>(sql`
    select file.id, file.trainer_id as "trainerId", file.name,
      to_char(uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "uploadedAt",
      coalesce((select sum(last_day - greatest(first_day, ${today}::date) + 1) from blocked_days
        where file_id = file.id and last_day >= ${today}::date), 0)::int as days
    from calendar_files as file where ${where} order by file.name, file.id`)
  return rows
}

/** The name without folders, and without characters that turn the direction of what follows */
function cleanName(name: string): string {
  const cleaned = (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, calendarLimits.fileName)
    .toWellFormed()
  return cleaned || 'calendar.ics'
}
