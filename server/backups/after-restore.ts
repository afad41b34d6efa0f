import type pg from 'pg'
import { z } from 'zod'
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
})
/** What has ended, and must stay so whatever an older backup says: who left the newsletter, and links. */
export type Ended = z.infer<typeof known>

/** Reads it from a database that is about to be replaced, of whatever version. */
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
  })
}

/** Ends once more what a backup has brought back. */
export async function endAgain(client: pg.Client, { left, invites }: Ended): Promise<void> {
  await client.query(
    `update newsletter_subscriptions as now set is_active = false, ended_at = gone.at, end_reason = gone.reason
     from jsonb_to_recordset($1) as gone (email text, at timestamptz, reason text)
     where lower(now.email) = gone.email and now.is_active and now.subscribed_at <= gone.at`,
    [JSON.stringify(left)],
  )
  // A link that took the place of another one goes on, and the other one stays closed.
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
}

/**
 * Lets no mail go that waited when the backup was made: nobody knows any more whether it has gone since. Also where
 * there is nothing to look back at, because the disk is lost.
 */
export async function stopMails(client: pg.Client): Promise<{ mails: number; issues: number }> {
  await client.query(
    `update outbox_messages set status = 'withdrawn', problem = 'This address gets the newsletter no more.'
     where status = 'queued' and id in (select message_id from newsletter_copies
       join newsletter_subscriptions on newsletter_subscriptions.id = subscription_id where not is_active)`,
  )
  const mails = await client.query(
    // Without an attempt: an issue that is resumed tries those again that the mail server refused.
    `update outbox_messages set status = 'failed', attempts = 0, problem = $1 where status = 'queued'`,
    ['It may have gone before the restore. Send it again if not.'],
  )
  const issues = await client.query(
    `update newsletter_issues set paused_at = now() where finished_at is null and paused_at is null`,
  )
  return { mails: mails.rowCount ?? 0, issues: issues.rowCount ?? 0 }
}
