import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { usernameColumns } from '../db/display-name.ts'
import { knownDevices, sessions } from '../db/schema/accounts.ts'
import { blockedDays, calendarFiles } from '../db/schema/calendar.ts'
import {
  passkeyChallenges,
  passkeys,
  pendingSignIns,
  recoveryCodes,
  totpApps,
  totpSetups,
} from '../db/schema/second-factor.ts'

const signInTables = [
  sessions,
  knownDevices,
  pendingSignIns,
  passkeys,
  passkeyChallenges,
  totpApps,
  totpSetups,
  recoveryCodes,
]

/**
 * Deletes invitations of a colleague with this address (in lower case) from before a time, and what names one whose
 * access has ended: name, address, username, their blocked days, and everything they signed in with. Returns the number of
 * users and open invitations, and of blocked days.
 */
export async function eraseTeamTraces(
  tx: Queryable,
  email: string,
  until: SQL,
  by: Actor,
): Promise<{ team: number; blockedDays: number }> {
  const { rows: gone } = await tx.execute<{ id: number; username: string }>(
    sql`select id, username from users
      where lower(email) = ${email} and disabled_at is not null and created_at <= ${until} for update`,
  )
  let blocked = 0
  for (const user of gone) {
    blocked += await eraseCalendar(tx, user.id)
    await eraseUser(tx, user)
  }
  const { rows: invites } = await tx.execute<{ id: number; used: boolean; open: boolean }>(
    sql`delete from team_invites where lower(email) = ${email} and created_at <= ${until}
      returning id, accepted_at is not null as used, accepted_at is null and revoked_at is null as open`,
  )
  // The owners see open invitations in a list, from which this one disappears.
  for (const { id, open } of invites)
    if (open) await recordActivity(tx, { action: 'invite-withdrawn', by, about: ['invite', id] })
  return { team: gone.length + invites.filter(({ used }) => !used).length, blockedDays: blocked }
}

/** Held and booked days stay: clients count on them, and they say nothing about the colleague. */
async function eraseCalendar(tx: Queryable, id: number): Promise<number> {
  const { rowCount } = await tx.delete(blockedDays).where(eq(blockedDays.trainerId, id))
  await tx.delete(calendarFiles).where(eq(calendarFiles.trainerId, id))
  return rowCount ?? 0
}

/** The username of a user whose data was deleted, or the start of it */
export const formerUsername = (id: number) => `former-user-${id}`

async function eraseUser(tx: Queryable, { id, username }: { id: number; username: string }): Promise<void> {
  const plain = formerUsername(id)
  const { rows } = await tx.execute<{ name: string }>(
    // Anyone may choose a username like this one. Two users with the same name would make the deletion fail.
    sql`update users set email = null, display_name = null, username = ${plain} || coalesce(
          (select '-' || gen_random_uuid() from users as other
            where lower(other.username) = ${plain} and other.id <> users.id), '')
      where id = ${id} returning username as name`,
  )
  for (const column of usernameColumns)
    await tx.execute(
      sql`update ${column.table} set ${sql.identifier(column.name)} = ${rows[0]?.name} where ${column} = ${username}`,
    )
  for (const table of signInTables) await tx.delete(table).where(sql`${table.userId} = ${id}`)
}
