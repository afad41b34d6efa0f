import { sql } from 'drizzle-orm'
import type { ActivityLine } from '../../contract/activity.ts'
import type { Queryable } from '../db/connect.ts'
import type { activity } from '../db/schema/activity.ts'
import type { Action, ActivityFeature, ActivitySubject } from './record-activity.ts'

export type Catalog = ReturnType<typeof catalogOf>
type Row = typeof activity.$inferSelect
type Named = { id: number; name: string }

/** Puts rows into words, and looks up the names of what they are about, which are not stored in the rows. */
export async function toLines(
  db: Queryable,
  { actions, subjects, settings, sections }: Catalog,
  rows: Row[],
  timeZone: string,
): Promise<ActivityLine[]> {
  const named = rows.flatMap(({ subject, subjectId, userId, tokenId }) => [
    { subject, id: subjectId },
    { subject: 'user', id: userId },
    { subject: 'token', id: tokenId },
  ])
  const names = Object.fromEntries(
    await Promise.all(
      Object.entries(subjects).map(async ([name, subject]) => {
        const ids = named.flatMap((one) => (one.subject === name ? (one.id ?? []) : []))
        return [name, await findNames(db, subject, ids)] as const
      }),
    ),
  )
  const nameOf = (subject: string, id: number) => names[subject]?.get(id) ?? null
  const describe = ({ action, details }: Row) => {
    const known = actions[action]
    // Each action's schema fits its own words, which TypeScript cannot express for an action it does not know.
    return known
      ? known.describe(known.details.parse(details) as never, { timeZone, settings, sections })
      : action
  }
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    action: row.action,
    text: describe(row),
    actor: row.actor,
    user: row.userId === null ? null : { id: row.userId, name: nameOf('user', row.userId) },
    token: row.tokenId === null ? null : { id: row.tokenId, name: nameOf('token', row.tokenId) },
    about:
      row.subject === null || row.subjectId === null
        ? null
        : { subject: row.subject, id: row.subjectId, name: nameOf(row.subject, row.subjectId) },
  }))
}

/** Lists all users with their names, in alphabetical order. */
export async function listUsers(db: Queryable, { subjects }: Catalog): Promise<Named[]> {
  const users = subjects.user?.rows
  if (!users) return []
  return (await db.execute<Named>(sql`select id, name from (${users}) as users order by lower(name)`)).rows
}

async function findNames(
  db: Queryable,
  subject: ActivitySubject,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0 || !subject.rows) return new Map()
  const { rows } = await db.execute<Named>(
    sql`select id, name from (${subject.rows}) as named where id = any(${sql.param([...new Set(ids)])})`,
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Everything that Activity can record, with its words */
export function catalogOf(features: ActivityFeature[]) {
  const actions: Record<string, Action> = Object.assign({}, ...features.map((feature) => feature.actions))
  const subjects: Record<string, ActivitySubject> = Object.assign(
    {},
    ...features.map((feature) => feature.subjects),
  )
  const settings: Record<string, string> = Object.assign({}, ...features.map((feature) => feature.settings))
  const sections = Object.fromEntries(
    features.flatMap((feature) => (feature.sections ?? []).map(({ id, title }) => [id, title])),
  )
  const kinds = [...new Set(Object.values(actions).map(({ kind }) => kind))]
  return { actions, kinds: kinds.sort((a, b) => a.order - b.order), subjects, settings, sections }
}
