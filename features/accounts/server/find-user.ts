import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { users } from '../schema/accounts.ts'

/** Finds a user by name, ignoring case. Also returns the name in lower case, as Postgres converts it. */
export async function findUser(db: Queryable, username: string) {
  const folded = db
    .select({ name: sql<string>`lower(${username}::text)`.as('name') })
    .from(sql`(select 1) as one`)
    .as('folded')
  const row = oneRow(
    await db
      .select({ name: folded.name, user: users })
      .from(folded)
      .leftJoin(users, sql`lower(${users.username}) = ${folded.name}`),
  )
  return { name: row.name, user: row.user ?? undefined }
}
