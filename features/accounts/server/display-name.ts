import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../schema/accounts.ts'

/** The name by which people know a user of the query */
export const userName = sql<string>`coalesce(${users.displayName}, ${users.username})`

/**
 * The display name of the user whose username is in this column. A username changes only when the personal data of its
 * user is deleted, and then in all rows (`usernameColumns` in the manifests), so rows hold it; a name that is no
 * username, such as that of a deleted user or a guest, is shown as it is.
 */
export function displayNameOf(username: PgColumn) {
  return sql<string>`coalesce((select ${userName} from users where ${users.username} = ${username}), ${username})`
}
