import { and, asc, eq, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import type { Hold, MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { mailKind, queueMails } from '../../../core/server/mail/outbox.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { attendees, gatherings } from '../schema.ts'
import { isFeedbackOpen } from './feedback.ts'
import { createTokenMaker } from './feedback-link.ts'

/** Anyone who opens the link in it can answer for the person. */
export const feedbackMail = mailKind('feedback', 'Feedback', 9, { role: rights.manageDays })

export const feedbackJob: Job = { name: 'ask-for-feedback', seconds: 300, cron: '*/10 * * * *' }

type AskDeps = { db: Database; config: Config; writeEmail: WriteEmail; signal?: AbortSignal }

/** True for people who came and were not asked yet. After three days it is too late to ask. */
const isDue = sql`${gatherings.askAt} between now() - interval '3 days' and now() and ${gatherings.isHeld}
  and ${attendees.cameAt} is not null and ${attendees.askedAt} is null and ${attendees.email} <> ''`

/** Sends everyone who came, once, a link to three questions and to their certificate. */
export async function askForFeedback(deps: AskDeps): Promise<void> {
  const { db, signal } = deps
  const due = await db
    .selectDistinct({ id: gatherings.id })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(isDue)
  for (const { id } of due) if (!signal?.aborted) await db.transaction((tx) => ask(tx, deps, id))
}

async function ask(tx: Queryable, { config, writeEmail }: AskDeps, gatheringId: number): Promise<void> {
  const people = await tx
    .select({ attendee: attendees, title: gatherings.title, day: gatherings.day })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(and(eq(gatherings.id, gatheringId), isDue))
    .orderBy(asc(attendees.id))
    // Another run may be asking them.
    .for('update', { of: attendees, skipLocked: true })
  const { publicUrl } = config.site
  const makeToken = await createTokenMaker(tx)
  const mails = await Promise.all(
    people.map(async ({ attendee: { uid, email, certificate, withdrawnAt }, title, day }) => {
      const hasCertificate = certificate && !withdrawnAt
      const certificateUrl = hasCertificate ? publicUrl + followUpPaths.certificate(certificate) : ''
      return {
        kind: feedbackMail,
        to: email,
        ...(await writeEmail({
          template: 'feedbackRequest',
          props: { title, day, certificateUrl, link: linkMark },
        })),
        link: publicUrl + followUpPaths.feedback(makeToken(uid)),
        messageId: messageIdOf(uid),
        onceKey: messageIdOf(uid),
      }
    }),
  )
  await queueMails(tx, mails)
  for (const { attendee } of people)
    await tx.update(attendees).set({ askedAt: sql`now()` }).where(eq(attendees.id, attendee.id))
}

const messageIdOf = (uid: string) => `feedback-${uid}@everyday-ai`

/** Keeps the questions from going out to someone who did not come after all, or can no longer answer. */
export const feedbackMailHooks: MailHooks = { feedback: { beforeRetry: findHold, beforeResend: findHold } }

async function findHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [found] = await tx
    .select({ isOpen: isFeedbackOpen })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .innerJoin(
      outboxMessages,
      eq(outboxMessages.messageId, sql`'feedback-' || ${attendees.uid} || '@everyday-ai'`),
    )
    .where(eq(outboxMessages.id, messageId))
  return found?.isOpen ? undefined : { withdraw: 'These questions can’t be answered any more.' }
}
