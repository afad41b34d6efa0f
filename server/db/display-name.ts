import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The display name of the user whose username is in this column. Usernames never change, so rows hold them; a name that
 * is no username, such as that of a deleted user or a guest, is shown as it is.
 */
export function displayNameOf(username: PgColumn) {
  return sql<string>`coalesce((select coalesce(display_name, username) from users where username = ${username}), ${username})`
}
