import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { requestDays } from '../../contract/outbox.ts'
import type { Queryable } from '../db/connect.ts'
import type { KindHooks } from './mail-hooks.ts'

// Links in emails that a visitor requested, such as the link to the visitor's own data. The email may wait in the Outbox
// for days until an admin sends it, so the lifetime of the link starts when the email is sent. Before that, the link's row
// expires on the last day on which the email may be sent.

/** Expiry of a link whose email has not been sent yet */
export const unsentLinkExpiry = (askedAt: SQL | PgColumn = sql`now()`) =>
  sql`${askedAt} + make_interval(days => ${requestDays})`

/** Shown in the Outbox for an email whose link expired before it was sent */
const linkDropped = `It wasn’t sent within ${requestDays} days, so its link no longer works.`

/** Deletes expired rows of `table`, and withdraws the unsent emails with their links. */
export async function sweepLinks(db: Queryable, table: PgTable, isExpired: SQL, reason = linkDropped) {
  await db.execute(sql`
    with expired as (delete from ${table} where ${isExpired} returning message_id)
    update outbox_messages set status = 'withdrawn', problem = ${reason}
    where id in (select message_id from expired) and status in ('queued', 'failed')`)
}

type LinkTable = PgTable & { messageId: PgColumn; createdAt: PgColumn; expiresAt: PgColumn }

/** Hooks for a kind of email whose links are rows of `table`. `lifetime`: how long a link works once it is sent. */
export function requestLinkHooks(table: LinkTable, lifetime: SQL): KindHooks {
  return {
    async onSent(tx, messageId) {
      await tx
        .update(table)
        .set({ expiresAt: sql`now() + ${lifetime}` })
        .where(eq(table.messageId, messageId))
    },
    async beforeResend(tx, messageId) {
      const { rowCount } = await tx
        .update(table)
        .set({ expiresAt: sql`greatest(${table.expiresAt}, ${unsentLinkExpiry(table.createdAt)})` })
        .where(eq(table.messageId, messageId))
      return rowCount === 0 ? { withdraw: linkDropped } : undefined
    },
  }
}
