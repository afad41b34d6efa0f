import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Hold, MailHooks } from '../../../../core/server/mail/mail-hooks.ts'
import { eventMails, eventRegistrations, events } from '../../schema.ts'
import { isAhead } from '../event-row.ts'
import { noLongerTrue } from './queue-event-mails.ts'

/** Keeps emails from going out that are not true any more. Those that say that something is canceled always go out. */
export const eventMailHooks: MailHooks = { event: { beforeRetry: findHold, beforeResend: findHold } }

async function findHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [found] = await tx
    .select({
      isOut: sql<boolean>`${eventRegistrations.status} = 'canceled' or ${events.status} = 'canceled'`,
      isLate: sql<boolean>`not (${isAhead})`,
    })
    .from(eventMails)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, eventMails.registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(sql`message_id = ${messageId} and about not in ('left', 'canceled')`)
  if (found?.isOut) return { withdraw: noLongerTrue }
  return found?.isLate ? { withdraw: 'The date began before this email went out.' } : undefined
}
