import { type SQL, sql } from 'drizzle-orm'
import { requestDays } from '../../contracts/outbox.ts'
import type { Queryable } from '../db/connect.ts'

// Links in emails that someone asked for and waits for: the button that confirms a newsletter sign-up, and the link to
// one's own data. The email may wait in the Outbox for days until a person sends it, so a link counts its time from
// then. Until it is sent, its row expires on the last day on which it may be sent.

/** How long each works once its email is sent. */
const lives = {
  newsletter_confirmations: sql`interval '7 days'`,
  data_links: sql`interval '24 hours'`,
}
const tables = Object.keys(lives) as (keyof typeof lives)[]

/** When a link expires whose email is not sent yet, from the moment it was asked for. */
export const unsentLinkExpiry = (askedAt: SQL = sql`now()`) =>
  sql`${askedAt} + make_interval(days => ${requestDays})`

/** Starts the life of the link in an email that has just been sent. */
export async function startLink(tx: Queryable, messageId: number): Promise<void> {
  for (const table of tables)
    await tx.execute(
      sql`update ${sql.identifier(table)} set expires_at = now() + ${lives[table]} where message_id = ${messageId}`,
    )
}

/** Lets the link in an email wait again, because the email will be sent again. False: the link no longer exists. */
export async function holdLink(tx: Queryable, messageId: number): Promise<boolean> {
  let found = false
  for (const table of tables) {
    const { rowCount } = await tx.execute(
      sql`update ${sql.identifier(table)} set expires_at = greatest(expires_at, ${unsentLinkExpiry(sql`created_at`)})
        where message_id = ${messageId}`,
    )
    found ||= (rowCount ?? 0) > 0
  }
  return found
}

/** In the Outbox, for an email whose link was dropped before anyone sent it. */
export const linkDropped = {
  status: 'withdrawn',
  problem: `It wasn’t sent within ${requestDays} days, so its link no longer works.`,
}
