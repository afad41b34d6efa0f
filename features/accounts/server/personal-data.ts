import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { Feature, PersonalData } from '../../manifest/feature.ts'
import { recordActivity } from './actions.ts'

const signInTables =
  'sessions known_devices pending_sign_ins passkeys passkey_challenges totp_apps totp_setups recovery_codes'

export const accountPersonalData = {
  place: 5,
  names: { team: ['account or invitation on our team', 'accounts and invitations on our team'] },
  traces: (email) => ({
    team: sql`select display_name as name, byline as "name on posts", email, role, username, null::timestamptz as invited, created_at as joined,
        disabled_at as "access ended"
      from users where lower(email) = ${email}
      union all select display_name, null, email, role, null, created_at, null, null
      from team_invites where lower(email) = ${email} and accepted_at is null`,
  }),
  addresses: sql`select lower(email) from team_invites
    union select lower(email) from users where disabled_at is not null and email is not null`,
  /**
   * Deletes invitations of a colleague, and what names one whose access has ended: name, address, username, and
   * everything they signed in with. Counts users and open invitations.
   */
  async erase(tx, { email, until, by, features }) {
    const { rows: gone } = await tx.execute<User>(sql`select id, username ${formerUsers(email, until)}`)
    for (const user of gone) await eraseUser(tx, features, user)
    const { rows: invites } = await tx.execute<{ id: number; used: boolean; open: boolean }>(
      sql`delete from team_invites where lower(email) = ${email} and created_at <= ${until}
        returning id, accepted_at is not null as used, accepted_at is null and revoked_at is null as open`,
    )
    // The owners see open invitations in a list, from which this one disappears.
    for (const { id, open } of invites)
      if (open) await recordActivity(tx, { action: 'invite-withdrawn', by, about: ['invite', id] })
    return { team: gone.length + invites.filter(({ used }) => !used).length }
  },
} satisfies PersonalData

/** Locks users with this address (in lower case) from before a time whose access has ended. */
export const formerUsers = (email: string, until: SQL) =>
  sql`from users where lower(email) = ${email} and disabled_at is not null and created_at <= ${until} for update`

/** The username of a user whose data was deleted, or the start of it */
export const formerUsername = (id: number) => `former-user-${id}`

type User = { id: number; username: string }

async function eraseUser(tx: Queryable, features: Feature[], { id, username }: User): Promise<void> {
  const plain = formerUsername(id)
  const { rows } = await tx.execute<{ name: string }>(
    // Anyone may choose a username like this one. Two users with the same name would make the deletion fail.
    sql`update users set email = null, display_name = null, byline = null, username = ${plain} || coalesce(
          (select '-' || gen_random_uuid() from users as other
            where lower(other.username) = ${plain} and other.id <> users.id), '')
      where id = ${id} returning username as name`,
  )
  for (const column of features.flatMap(({ usernameColumns = [] }) => usernameColumns))
    await tx.execute(
      sql`update ${column.table} set ${sql.identifier(column.name)} = ${rows[0]?.name} where ${column} = ${username}`,
    )
  for (const table of signInTables.split(' '))
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
}
