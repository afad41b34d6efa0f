import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Config } from '../../core/config.ts'
import type { Role } from '../../core/contract/roles.ts'
import { type TodayLine, todayLines } from '../../core/contract/today.ts'
import type { Queryable } from '../../core/server/db/connect.ts'
import { oneRow } from '../../core/server/db/one-row.ts'
import type { MailKind } from '../../core/server/mail/mail-hooks.ts'

/** A line, and the addresses of the people whom it names, who may ask for its deletion from emails */
export type Line = TodayLine & { emails: string[] }

export type Section = { id: string; lines: Line[]; more: string | null; moreHref: string }

/** The day, and the time zone of the site */
export type TodayClock = { today: string; timeZone: string }

export type TodayReader = {
  config: Config
  clock: TodayClock
  /** Null for the Monday email, which is for everyone */
  userId: number | null
  role: Role
  /** The kinds of emails of all features */
  mailKinds: MailKind[]
  /** True if no mail server is connected */
  sendsByHand: boolean
  /** When the user last marked what is new as seen; two weeks ago at most */
  since: SQL
}

/** Something that happened, and when (a time of the database) */
export type News = { at: string; line: Line }

/** The part of Today that a feature adds. Sections may be empty. The news of all features are one section. */
export type TodayPart = { sections?: Section[]; news?: News[]; [field: string]: unknown }

export type TodayFeature = {
  /** Titles of its sections, in their order */
  titles?: Record<string, string>
  /** Schemas of what it adds to its lines (null in those of others) and to Today */
  line?: z.core.$ZodShape
  fields?: z.core.$ZodShape
  read(db: Queryable, reader: TodayReader): Promise<TodayPart>
}

export const line = (about: Pick<TodayLine, 'key' | 'text' | 'note' | 'href'> & Partial<Line>): Line => ({
  isLate: false,
  isNews: false,
  action: null,
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
