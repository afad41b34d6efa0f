import { and, eq, gt, isNull, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { isoDay } from '../../contracts/format-date.ts'
import { type Role, rights } from '../../contracts/roles.ts'
import {
  getStartedDismiss,
  type UnreadCounts,
  type UnreadList,
  unreadCountsRead,
  unreadListSeen,
} from '../../contracts/unread-counts.ts'
import { countUpTo } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { lastLooks } from '../db/schema/accounts.ts'
import { contactSubmissions, nextSteps, trainingWaitlist } from '../db/schema/entries.ts'
import { authorInvites, lastActOf } from '../db/schema/invites.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { newestEntryOf } from '../entries/newest-entry.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { heldUntil } from '../mail/outbox.ts'
import { isVisibleTo } from '../mail/outbox-list.ts'
import { findPause } from '../trainings/pause.ts'
import { dismissGetStarted, readGetStarted } from './get-started.ts'

/** Counting stops at this number, which is shown as `99+`. */
const maxCount = 100

/**
 * Counts failed emails, and new items on each list since this user last opened it. Without a mail server (`sending` is
 * false), it also counts queued emails, except those of a paused newsletter issue. Emails that the user may not see are
 * not counted.
 */
async function getUnreadCounts(
  db: Queryable,
  { id: userId, role }: { id: number; role: Role },
  { sending, timeZone }: { sending: boolean; timeZone: string },
): Promise<Omit<UnreadCounts, 'getStarted'>> {
  const lastLook = (list: UnreadList) => sql`(select ${lastLooks.lookedAt} from ${lastLooks}
    where ${lastLooks.userId} = ${userId} and ${lastLooks.list} = ${list})`
  const since = (list: UnreadList) => sql`coalesce(${lastLook(list)}, '-infinity')`
  const newIn = (table: typeof trainingWaitlist | typeof contactSubmissions) =>
    countUpTo(
      db,
      table,
      and(isNull(table.suspectedAt), isNull(table.deletedAt), gt(table.createdAt, since('people'))),
      maxCount,
    )
  const [waitlist, contacts, guests, looks, dueSteps, failedMails, queuedMails, pausedSince] =
    await Promise.all([
      newIn(trainingWaitlist),
      newIn(contactSubmissions),
      countUpTo(db, authorInvites, isGuestNews(since('guests')), maxCount),
      db
        .select({ lookedAt: lastLooks.lookedAt })
        .from(lastLooks)
        .where(and(eq(lastLooks.userId, userId), eq(lastLooks.list, 'guests'))),
      countUpTo(db, nextSteps, isDue(isoDay(new Date(), { timeZone })), maxCount),
      countUpTo(db, outboxMessages, and(eq(outboxMessages.status, 'failed'), isVisibleTo(role)), maxCount),
      sending
        ? 0
        : countUpTo(
            db,
            outboxMessages,
            and(
              eq(outboxMessages.status, 'queued'),
              lt(outboxMessages.nextAttemptAt, heldUntil),
              isVisibleTo(role),
            ),
            maxCount,
          ),
      findPause(db),
    ])
  return {
    people: Math.min(waitlist + contacts, maxCount),
    guests,
    guestsSeenAt: looks[0]?.lookedAt.toISOString() ?? null,
    dueSteps,
    failedMails,
    queuedMails,
    sendsByHand: !sending,
    trainingsPaused: pausedSince !== undefined,
    timeZone,
  }
}

/** True for the open steps with people who are not deleted, up to a calendar day */
function isDue(today: string): SQL | undefined {
  const { email, dueOn, doneAt } = nextSteps
  return and(isNull(doneAt), lte(dueOn, today), sql`exists ${newestEntryOf(sql`${email}`)}`)
}

/**
 * True if a guest acted since the admin last opened the list. An admin who publishes a draft or requests changes has
 * read it, so after that only a request for a new link counts.
 */
function isGuestNews(since: SQL): SQL | undefined {
  const { linkAskedAt, status, postId } = authorInvites
  const isPublished = sql`exists (select 1 from ${blogPosts} where ${blogPosts.id} = ${postId} and ${blogPosts.isPublished})`
  return and(
    gt(lastActOf(authorInvites), since),
    or(gt(linkAskedAt, since), and(ne(status, 'changes_requested'), not(isPublished))),
  )
}

async function markSeen(db: Queryable, userId: number, list: UnreadList): Promise<void> {
  await db
    .insert(lastLooks)
    .values({ userId, list, lookedAt: sql`now()` })
    .onConflictDoUpdate({ target: [lastLooks.userId, lastLooks.list], set: { lookedAt: sql`now()` } })
}

/** Routes of what the admin's menu shows: counts, and the list of first steps. */
export function addUnreadRoutes(app: App, { db, connections, siteSource }: RouteDeps): void {
  const read = async (user: Parameters<typeof getUnreadCounts>[1]) => {
    const [site, { mail, ai }] = await Promise.all([siteSource.read(), connections.read()])
    const connected = { mail: mail !== undefined, ai: ai !== undefined }
    const [counts, getStarted] = await Promise.all([
      getUnreadCounts(db, user, { sending: connected.mail, timeZone: site.timeZone }),
      readGetStarted(db, { site, connected }),
    ])
    return { ...counts, getStarted }
  }

  route(app, unreadCountsRead, { audience: 'admin', role: rights.work }, ({ session }) => read(session.user))

  route(
    app,
    unreadListSeen,
    { audience: 'admin', role: rights.work },
    async ({ params, session: { user } }) => {
      await markSeen(db, user.id, params.list)
      return read(user)
    },
  )

  route(
    app,
    getStartedDismiss,
    { audience: 'admin', role: rights.manageSite },
    async ({ body, session: { user } }) => {
      await dismissGetStarted(db, body.isDismissed)
      return read(user)
    },
  )
}
