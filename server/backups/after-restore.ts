import type pg from 'pg'
import { z } from 'zod'
import { isAtLeast, roles } from '../../contracts/roles.ts'
import { formerUsername } from '../accounts/personal-data.ts'
import { endedTrainings, endTrainingsAgain, readEndedTrainings } from './ended-trainings.ts'
import type { Table } from './table-rows.ts'

const known = z.strictObject({
  left: z.array(z.object({ email: z.string(), at: z.string(), reason: z.string() })),
  invites: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      isRevoked: z.boolean(),
      inviteToken: z.nullable(z.string()),
      roomToken: z.nullable(z.string()),
      mailedRoomTokens: z.array(z.string()),
    }),
  ),
  users: z.array(
    z.object({
      id: z.number(),
      username: z.string(),
      role: z.enum(roles),
      createdAt: z.string(),
      disabledAt: z.nullable(z.string()),
    }),
  ),
  usedCodes: z.array(z.object({ hash: z.string(), at: z.string() })),
  ...endedTrainings,
})
/**
 * Unsubscribes, revoked links, taken rights, used recovery codes, ended offers, and canceled trainings, which must
 * survive the restore of an older backup
 */
export type Ended = z.infer<typeof known>

/** Reads what has ended from the old database, which may be of any version, before it is replaced. */
export async function readEnded(client: pg.Client, tables: Table[]): Promise<Ended> {
  const has = (table: string, ...columns: string[]) => {
    const found = tables.find(({ name }) => name === table)?.columns
    return found !== undefined && columns.every((column) => found.includes(column))
  }
  const read = async (isThere: boolean, text: string) => (isThere ? (await client.query(text)).rows : [])
  return known.parse({
    left: await read(
      has('newsletter_subscriptions', 'is_active', 'ended_at', 'end_reason'),
      `select lower(email) as email, coalesce(ended_at, now())::text as at,
         coalesce(end_reason, 'unsubscribed') as reason
       from public.newsletter_subscriptions where not is_active`,
    ),
    invites: await read(
      has('author_invites', 'status', 'invite_token', 'room_token'),
      `select id, lower(email) as email, status = 'revoked' as "isRevoked",
         invite_token as "inviteToken", room_token as "roomToken",
         ${has('author_invites', 'mailed_room_tokens') ? 'mailed_room_tokens' : `'{}'::text[]`} as "mailedRoomTokens"
       from public.author_invites`,
    ),
    users: await read(
      has('users', 'role', 'created_at', 'disabled_at'),
      `select id, lower(username) as username, role, created_at::text as "createdAt",
         disabled_at::text as "disabledAt"
       from public.users`,
    ),
    usedCodes: await read(
      has('recovery_codes', 'code_hash', 'used_at'),
      'select code_hash as hash, used_at::text as at from public.recovery_codes where used_at is not null',
    ),
    ...(await readEndedTrainings(client, has('trainer_days', 'training_id'))),
  })
}

/** Ends subscriptions, links, rights, and recovery codes again that had been ended after the backup was made. */
export async function endAgain(client: pg.Client, ended: Ended): Promise<void> {
  const { left, invites, users, usedCodes } = ended
  await takeRightsAgain(client, users)
  await endTrainingsAgain(client, ended)
  await client.query(
    `update newsletter_subscriptions as now set is_active = false, ended_at = gone.at, end_reason = gone.reason
     from jsonb_to_recordset($1) as gone (email text, at timestamptz, reason text)
     where lower(now.email) = gone.email and now.is_active and now.subscribed_at <= gone.at`,
    [JSON.stringify(left)],
  )
  // A link that was renewed after the backup keeps working, and the older link from the backup does not.
  await client.query(
    `update author_invites as now set
       status = case when "isRevoked" then 'revoked' else now.status end,
       invite_token = case when now.invite_token is null then null else coalesce("inviteToken", now.invite_token) end,
       room_token = case when now.room_token is null then null else coalesce("roomToken", now.room_token) end,
       mailed_room_tokens = case when now.room_token is null then '{}' else "mailedRoomTokens" end
     from jsonb_to_recordset($1)
       as known (id int, email text, "isRevoked" boolean, "inviteToken" text, "roomToken" text,
         "mailedRoomTokens" text[])
     where now.id = known.id and lower(now.email) = known.email`,
    [JSON.stringify(invites)],
  )
  await client.query(
    `update recovery_codes set used_at = used.at
     from jsonb_to_recordset($1) as used (hash text, at timestamptz)
     where code_hash = used.hash and used_at is null`,
    [JSON.stringify(usedCodes)],
  )
}

/**
 * Ends the access of users whose access had ended, and lowers roles that had been lowered. If no owner would be left,
 * the first owner of the backup stays one, because someone must be able to sign in.
 */
async function takeRightsAgain(client: pg.Client, before: Ended['users']): Promise<void> {
  const { rows: now } = await client.query<Ended['users'][number]>(
    `select id, lower(username) as username, role, created_at::text as "createdAt",
       disabled_at::text as "disabledAt"
     from users order by id`,
  )
  const wanted = now.map((user) => {
    const known = before.find(
      ({ id, username, createdAt }) =>
        id === user.id &&
        (username === user.username ||
          (username.startsWith(formerUsername(id)) && createdAt === user.createdAt)),
    )
    if (!known) return user
    const role = isAtLeast(known.role, user.role) ? user.role : known.role
    return { ...user, role, disabledAt: user.disabledAt ?? known.disabledAt }
  })
  const isOwner = ({ role, disabledAt }: Ended['users'][number]) => role === 'owner' && disabledAt === null
  if (!wanted.some(isOwner)) {
    const kept = now.findIndex(isOwner)
    const owner = now[kept]
    // Without users in the backup, /setup makes the first one.
    if (!owner) return
    wanted[kept] = owner
  }
  await client.query(
    `update users set role = wanted.role, disabled_at = wanted."disabledAt"
     from jsonb_to_recordset($1) as wanted (id int, role text, "disabledAt" timestamptz)
     where users.id = wanted.id`,
    [JSON.stringify(wanted)],
  )
}

/** Turns off all invitations and password links of colleagues, so that no link that was used or ended after the backup works. */
export async function endTeamLinks(client: pg.Client): Promise<void> {
  await client.query(
    'update team_invites set revoked_at = now() where accepted_at is null and revoked_at is null',
  )
  await client.query('delete from password_links')
}

/** Ends all API tokens, as all sessions end, so that no token that was revoked after the backup works again. */
export async function endTokens(client: pg.Client): Promise<void> {
  await client.query('update api_tokens set revoked_at = now() where revoked_at is null')
}

/**
 * Stops all emails that were queued at the time of the backup, because they may have been sent since. Does not depend
 * on the old database, which may be lost.
 */
export async function stopMails(client: pg.Client): Promise<{ mails: number; issues: number }> {
  await client.query(
    `update outbox_messages set status = 'withdrawn', problem = 'This address no longer receives the newsletter.'
     where status = 'queued' and id in (select message_id from newsletter_copies
       join newsletter_subscriptions on newsletter_subscriptions.id = subscription_id where not is_active)`,
  )
  const mails = await client.query(
    // Resuming an issue resends only failed emails with at least one attempt, so the reset keeps these unsent.
    `update outbox_messages set status = 'failed', attempts = 0, problem = $1 where status = 'queued'`,
    ['It may have gone before the restore. Send it again if not.'],
  )
  const issues = await client.query(
    'update newsletter_issues set paused_at = now() where finished_at is null and paused_at is null',
  )
  return { mails: mails.rowCount ?? 0, issues: issues.rowCount ?? 0 }
}
