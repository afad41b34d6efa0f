import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { sealLink } from './encrypted-link.ts'
import { heldUntil, notUnderWay } from './outbox.ts'

// Changes of emails that a feature has queued. `which` is a condition for its emails in `outbox_messages`.

const { kind, recipient, status, attempts, nextAttemptAt, sealedLink } = outboxMessages
const isQueued = eq(status, 'queued')
const isUnsent = inArray(status, ['queued', 'failed'])

type Values = PgUpdateSetSource<typeof outboxMessages>
const change = (tx: Queryable, values: Values, which: SQL | undefined) =>
  tx.update(outboxMessages).set(values).where(which)

/** Withdraws emails that have not been sent. The Outbox shows the reason. */
export const withdrawMails = (tx: Queryable, which: SQL | undefined, reason: string) =>
  change(tx, { status: 'withdrawn', problem: reason }, and(isUnsent, which))

/**
 * Withdraws the emails of these kinds to someone whose data from before a time is deleted, unless one is being delivered
 * right now.
 */
export const withdrawMailsTo = (tx: Queryable, email: string, kinds: string[], until: SQL) =>
  withdrawMails(
    tx,
    and(
      isQueued,
      notUnderWay,
      inArray(kind, kinds),
      sql`lower(${recipient}) = ${email} and created_at <= ${until}`,
    ),
    'The person was deleted.',
  )

/** Holds queued emails until `releaseMails`. Those that are being delivered right now cannot be held. */
export const holdMails = (tx: Queryable, which: SQL) =>
  change(tx, { nextAttemptAt: heldUntil }, and(isQueued, notUnderWay, which))

export const releaseMails = (tx: Queryable, which: SQL) =>
  change(tx, { nextAttemptAt: sql`now()` }, and(isQueued, eq(nextAttemptAt, heldUntil), which))

/** Queues emails again that were tried and failed. */
export const requeueMails = (tx: Queryable, which: SQL) =>
  change(
    tx,
    { status: 'queued', attempts: 0, problem: null, nextAttemptAt: sql`now()` },
    and(eq(status, 'failed'), gt(attempts, 0), which),
  )

/** Puts a new link into emails that have not been sent, because the link in them no longer works. */
export const relinkMails = async (tx: Queryable, which: SQL | undefined, link: string) =>
  change(tx, { sealedLink: await sealLink(tx, link) }, and(isUnsent, isNotNull(sealedLink), which))

export const deleteMails = (tx: Queryable, which: SQL) => tx.delete(outboxMessages).where(which)
