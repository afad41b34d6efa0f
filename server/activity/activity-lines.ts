import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ActivityLine } from '../../contracts/activity.ts'
import { type ActivitySubject, activityCatalog, type WordsOptions } from '../../contracts/activity-catalog.ts'
import type { Queryable } from '../db/connect.ts'
import { teamInvites, users } from '../db/schema/accounts.ts'
import type { activity } from '../db/schema/activity.ts'
import { apiTokens } from '../db/schema/api-tokens.ts'
import { blogPosts } from '../db/schema/posts.ts'

type Row = typeof activity.$inferSelect
/** A feature whose sections of the site an action can be about */
export type TitledFeature = { sections?: { id: string; title: string }[] }

const userName = sql<string>`coalesce(${users.displayName}, ${users.username})`

/** Puts rows into words, and looks up the names of users, invited colleagues, posts, and API tokens, which are not stored in the rows. */
export async function toLines(
  db: Queryable,
  features: TitledFeature[],
  rows: Row[],
  timeZone: string,
): Promise<ActivityLine[]> {
  const idsAbout = (subject: Row['subject']) =>
    rows.flatMap((row) => (row.subject === subject ? (row.subjectId ?? []) : []))
  const userIds = [...rows.flatMap(({ userId }) => userId ?? []), ...idsAbout('user')]
  const tokenIds = [...rows.flatMap(({ tokenId }) => tokenId ?? []), ...idsAbout('token')]
  const [userNames, inviteNames, titles, tokenNames] = await Promise.all([
    findNames(db, users, userName, userIds),
    findNames(db, teamInvites, sql`${teamInvites.displayName}`, idsAbout('invite')),
    findNames(db, blogPosts, sql`${blogPosts.title}`, idsAbout('post')),
    findNames(db, apiTokens, sql`${apiTokens.name}`, tokenIds),
  ])
  const namesAbout: Partial<Record<ActivitySubject, Map<number, string>>> = {
    user: userNames,
    invite: inviteNames,
    post: titles,
    token: tokenNames,
  }
  const sections = features.flatMap(({ sections = [] }) => sections)
  const nameSection = (id: string) => sections.find((section) => section.id === id)?.title ?? id
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    action: row.action,
    text: describe(row, { timeZone, nameSection }),
    actor: row.actor,
    user: row.userId === null ? null : { id: row.userId, name: userNames.get(row.userId) ?? null },
    token: row.tokenId === null ? null : { id: row.tokenId, name: tokenNames.get(row.tokenId) ?? null },
    about:
      row.subject === null || row.subjectId === null
        ? null
        : {
            subject: row.subject,
            id: row.subjectId,
            name: namesAbout[row.subject]?.get(row.subjectId) ?? null,
          },
  }))
}

/** Lists all users with their names, in alphabetical order. */
export function listUsers(db: Queryable): Promise<{ id: number; name: string }[]> {
  return db.select({ id: users.id, name: userName }).from(users).orderBy(sql`lower(${userName})`)
}

function describe({ action, details }: Row, options: WordsOptions): string {
  const { details: schema, describe } = activityCatalog[action]
  // Each action's schema fits its own words, which TypeScript cannot express for an action it does not know.
  return describe(schema.parse(details) as never, options)
}

async function findNames(
  db: Queryable,
  table: PgTable & { id: PgColumn },
  name: SQL,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: sql<number>`${table.id}`, name: sql<string>`${name}` })
    .from(table as PgTable)
    .where(inArray(table.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
