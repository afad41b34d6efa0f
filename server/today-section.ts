import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '../contracts/roles.ts'
import { type Today, type TodayLine, type TodaySection, todayLines } from '../contracts/today.ts'
import type { Config } from './config.ts'
import type { Queryable } from './db/connect.ts'
import { oneRow } from './db/one-row.ts'

/** A line, and the addresses of the people whom it names, who may ask for its deletion from emails */
export type Line = TodayLine & { emails: string[] }

export type Section = { id: TodaySection; lines: Line[]; more: string | null; moreHref: string }

/** The day, and the time zone of the site */
export type TodayClock = { today: string; timeZone: string }

export type TodayReader = {
  config: Config
  clock: TodayClock
  /** Null for the Monday email, which is for everyone */
  userId: number | null
  role: Role
  /** True if no mail server is connected */
  sendsByHand: boolean
}

/** The part of Today that a feature adds. Sections may be empty. */
export type TodayPart = { sections: Section[] } & Partial<Omit<Today, 'day' | 'sections'>>

export const line = (about: Pick<Line, 'key' | 'text' | 'note' | 'href'> & Partial<Line>): Line => ({
  isLate: false,
  step: null,
  action: null,
  trainerId: null,
  emails: [],
  ...about,
})

/** Counting further lines stops here, so that a long list costs no more than a short one. */
const maxCounted = 100

/** Reads the first rows of a query, and the number of further ones if there are any. */
export async function readFirst<Row>(
  db: Queryable,
  { columns, from, order }: { columns: SQL; from: SQL; order: SQL },
): Promise<{ rows: Row[]; more: string | null }> {
  const { rows } = await db.execute(
    sql`select ${columns} from ${from} order by ${order} limit ${todayLines + 1}`,
  )
  // The caller names the type of its own columns.
  return { rows: rows.slice(0, todayLines) as Row[], more: await countMore(db, rows.length, from) }
}

export async function countMore(db: Queryable, found: number, from: SQL): Promise<string | null> {
  if (found <= todayLines) return null
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${from} limit ${maxCounted}) as counted`,
  )
  const { count } = oneRow(rows)
  return `${count - todayLines}${count === maxCounted ? '+' : ''}`
}

/** "Ann Example, Food Bank" */
export const nameOf = ({ name, company }: { name: string | null; company: string | null }) =>
  [name, company].filter(Boolean).join(', ')

const maxQuote = 160

/** The beginning of what someone wrote, on one line */
export function quote(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length > maxQuote ? `${characters.slice(0, maxQuote).join('').trimEnd()}...` : plain
}
