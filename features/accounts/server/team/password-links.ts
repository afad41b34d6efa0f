import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { paths } from '../../../../core/contract/paths.ts'
import type { ActingUser, Actor } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import { enqueue, type Job } from '../../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { linkMark, openLink, sealLink } from '../../../../core/server/mail/encrypted-link.ts'
import { queueMail } from '../../../../core/server/mail/outbox.ts'
import { askedLinkMinutes, passwordLinkHours } from '../../contract/password-links.ts'
import { passwordLinks, users } from '../../schema/accounts.ts'
import { securityMail } from '../account-notice.ts'
import { storePassword } from '../accounts.ts'
import { recordActivity } from '../actions.ts'
import { userName } from '../display-name.ts'
import { lockUsers, requireOwner } from './lock-users.ts'

const isValid = and(gt(passwordLinks.expiresAt, sql`now()`), isNull(users.disabledAt))

/**
 * Makes a link by which a colleague who forgot their password sets a new one. Earlier links for them stop working.
 * Returns undefined if there is no such user with access.
 */
export function makePasswordLink(db: Database, by: ActingUser, userId: number) {
  if (userId === by.id)
    throw new RequestProblem('conflict', { detail: 'Change your own password in Settings > Account.' })
  return db.transaction(async (tx) => {
    await lockUsers(tx, [by.id, userId])
    await requireOwner(tx, by.id)
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    if (!user) return undefined
    return storeLink(tx, { userId, madeBy: by.id, by, minutes: passwordLinkHours * 60 })
  })
}

type NewLink = { userId: number; madeBy: number; by: Actor; minutes: number }

async function storeLink(tx: Queryable, { userId, madeBy, by, minutes }: NewLink) {
  const token = newToken()
  const fresh = {
    tokenHash: hashToken(token),
    madeBy,
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  }
  const { expiresAt } = oneRow(
    await tx
      .insert(passwordLinks)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: passwordLinks.userId, set: fresh })
      .returning({ expiresAt: passwordLinks.expiresAt }),
  )
  await recordActivity(tx, { action: 'password-link-made', by, about: ['user', userId] })
  return { token, expiresAt }
}

/** Minutes for which a link that someone asked for is not replaced, so that no one can flood an inbox */
const pauseMinutes = 5

/** Emails a link for a new password to the users with this address who have access. */
export async function mailPasswordLinks(
  { db, config, writeEmail }: { db: Database; config: Config; writeEmail: WriteEmail },
  { sealed }: { sealed: string },
): Promise<void> {
  const email = await openLink(db, sealed)
  const found = await db
    .select({ id: users.id, email: sql<string>`${users.email}`, name: userName, username: users.username })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.disabledAt)))
  for (const { id, ...user } of found)
    await db.transaction(async (tx) => {
      await lockUsers(tx, [id])
      const wasJustAsked = and(
        eq(passwordLinks.userId, id),
        eq(passwordLinks.madeBy, id),
        gt(passwordLinks.expiresAt, sql`now() + make_interval(mins => ${askedLinkMinutes - pauseMinutes})`),
      )
      if ((await tx.$count(passwordLinks, wasJustAsked)) > 0) return
      const { token } = await storeLink(tx, {
        userId: id,
        madeBy: id,
        by: 'visitor',
        minutes: askedLinkMinutes,
      })
      const props = { name: user.name, username: user.username, minutes: askedLinkMinutes, link: linkMark }
      const mail = await writeEmail({ template: 'passwordLink', props })
      const link = new URL(paths.newPassword(token), config.publicUrl).href
      await queueMail(tx, { kind: securityMail, to: user.email, ...mail, link })
    })
}

/** `sealed`: the address that a visitor typed, encrypted so that the queue holds no plain text */
export const passwordLinkJob: Job<{ sealed: string }> = {
  name: 'password-link',
  seconds: 60,
  keptSeconds: 60,
}

/** A job looks up the address, so that the response time does not reveal whether someone has it. */
export async function requestPasswordLink(db: Database, email: string): Promise<void> {
  await enqueue(db, passwordLinkJob, { sealed: await sealLink(db, email) })
}

/** The user that a link is for, or undefined if it was used or replaced, has expired, or their access has ended */
export async function findPasswordLink(db: Queryable, token: string) {
  const [row] = await db
    .select({ userId: users.id, username: users.username })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.tokenHash, hashToken(token)), isValid))
  return row
}

/** Uses up the link and stores the hash of the new password. Returns false if the link no longer works. */
export function spendPasswordLink(db: Database, token: string, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findPasswordLink(tx, token)
    if (!found) return false
    // In the same order as everything that ends the link, so that no two transactions wait in a circle.
    await lockUsers(tx, [found.userId])
    const { rowCount } = await tx.delete(passwordLinks).where(eq(passwordLinks.tokenHash, hashToken(token)))
    if (rowCount !== 1) return false
    await storePassword(tx, found.userId, passwordHash, {
      action: 'password-changed',
      by: { id: found.userId },
    })
    return true
  })
}

/** Ends the link for a user, and the links that they have made. */
export async function endPasswordLinksOf(tx: Queryable, userId: number): Promise<void> {
  await tx.delete(passwordLinks).where(or(eq(passwordLinks.userId, userId), eq(passwordLinks.madeBy, userId)))
}

export async function sweepPasswordLinks(db: Queryable): Promise<void> {
  await db.delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= now()`)
}
