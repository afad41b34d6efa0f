import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { readOff } from '../../../core/server/db/features-off.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import type { Hold, MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { mailKind, notUnderWay, queueMails } from '../../../core/server/mail/outbox.ts'
import { withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { attendees, gatherings } from '../schema.ts'
import { isDeleted } from './attendees.ts'
import { createFeedbackTokens, isFeedbackOpen } from './feedback.ts'

/** Anyone who opens the link in it can answer for the person. */
export const feedbackMail = mailKind('feedback', 'Feedback', 9, { role: rights.manageDays })

export const feedbackJob: Job = { name: 'ask-for-feedback', seconds: 300, cron: '*/10 * * * *' }

type AskDeps = { db: Database; config: Config; writeEmail: WriteEmail; signal?: AbortSignal }

/** People who are asked in one transaction */
const batchSize = 50

/** Sends everyone who came, once, a link to three questions and to their certificate. */
export async function askForFeedback({ db, signal, ...deps }: AskDeps): Promise<void> {
  while (!signal?.aborted && (await db.transaction((tx) => askSome(tx, deps))));
}

/** Returns true if there may be more to ask. After three days it is too late. */
async function askSome(tx: Queryable, { config, writeEmail }: Omit<AskDeps, 'db'>): Promise<boolean> {
  const people = await tx
    .select({ attendee: attendees, title: gatherings.title, day: gatherings.day })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(
      and(
        sql`${gatherings.askAt} between now() - interval '3 days' and now() and ${gatherings.isHeld}`,
        notInArray(gatherings.feature, await readOff(tx)),
        sql`came_at is not null and asked_at is null and email <> '' and not ${isDeleted}`,
      ),
    )
    .orderBy(asc(attendees.id))
    .limit(batchSize)
    // Another run may be asking them.
    .for('update', { of: attendees, skipLocked: true })
  const { publicUrl } = config.site
  const makeToken = await createFeedbackTokens(tx)
  const mails = await Promise.all(
    people.map(async ({ attendee: { uid, email, certificate, withdrawnAt }, title, day }) => {
      const certificateUrl = withdrawnAt ? '' : publicUrl + followUpPaths.certificate(certificate)
      const props = { title, day, certificateUrl, link: linkMark }
      const messageId = `feedback-${uid}@everyday-ai`
      return {
        ...{ kind: feedbackMail, to: email, messageId, onceKey: messageId },
        ...(await writeEmail({ template: 'feedbackRequest', props })),
        link: publicUrl + followUpPaths.feedback(makeToken(uid)),
      }
    }),
  )
  await queueMails(tx, mails)
  const ids = people.map(({ attendee }) => attendee.id)
  await tx.update(attendees).set({ askedAt: sql`now()` }).where(inArray(attendees.id, ids))
  return people.length === batchSize
}

const messageOf = sql`'feedback-' || ${attendees.uid} || '@everyday-ai'`

/** Keeps the questions about days of a feature that is being switched off from going out. */
export const withdrawQuestions = (tx: Queryable, feature: string) =>
  withdrawMails(
    tx,
    sql`status = 'queued' and ${notUnderWay} and message_id in (
      select ${messageOf} from attendees join gatherings on gatherings.id = gathering_id
      where feature = ${feature})`,
    switchedOff,
  )

const switchedOff = 'Switched off in Settings before these questions went out.'

/** Keeps the questions from going out to someone who did not come after all, or can no longer answer. */
export const feedbackMailHooks: MailHooks = { feedback: { beforeRetry: findHold, beforeResend: findHold } }

async function findHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [found] = await tx
    .select({ isOpen: isFeedbackOpen, feature: gatherings.feature })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .innerJoin(outboxMessages, eq(outboxMessages.messageId, messageOf))
    .where(eq(outboxMessages.id, messageId))
  if (!found?.isOpen) return { withdraw: 'These questions can’t be answered any more.' }
  return (await readOff(tx)).includes(found.feature) ? { withdraw: switchedOff } : undefined
}
