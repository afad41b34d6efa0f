import { and, asc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod/mini'
import type { Role } from '../../../../core/contract/roles.ts'
import type { SessionUser } from '../../../../core/contract/session.ts'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { Member, profileUpdate } from '../../contract/team.ts'
import { users } from '../../schema/accounts.ts'
import { emailTaken } from '../account-forms.ts'
import { recordActivity } from '../actions.ts'
import { revokeTokensOf } from '../api-tokens.ts'
import { hasFactor } from '../second-factor/factors.ts'
import { endAllSessions, sessionUserColumns } from '../sessions.ts'
import { revokeInvitesOf } from './invites.ts'
import { lockUsers, requireOwner } from './lock-users.ts'
import { endPasswordLinksOf } from './password-links.ts'
import { isNameTaken, toNameKey } from './taken-names.ts'

const memberColumns = {
  id: users.id,
  username: users.username,
  displayName: sessionUserColumns.displayName,
  email: users.email,
  role: users.role,
  createdAt: users.createdAt,
  lastSignInAt: users.lastSignInAt,
  disabledAt: users.disabledAt,
  hasSecondFactor: hasFactor,
}

/** All users: first those with access, then by name */
export async function listMembers(db: Queryable): Promise<Member[]> {
  const rows = await db
    .select(memberColumns)
    .from(users)
    .orderBy(sql`${users.disabledAt} is not null`, sql`lower(${memberColumns.displayName})`, asc(users.id))
  return rows.map(withIsoTimes)
}

/** Changes the role of another user. Returns undefined if there is no such user. */
export function changeRole(db: Database, by: ActingUser, id: number, role: Role) {
  return changeMember(db, by, id, async (tx, old) => {
    if (old.role === role) return
    await tx.update(users).set({ role }).where(eq(users.id, id))
    // The links that someone made as an owner must not outlive that role: they could bring it back.
    await revokeInvitesOf(tx, id)
    await endPasswordLinksOf(tx, id)
    await recordActivity(tx, {
      action: 'role-changed',
      by,
      about: ['user', id],
      details: { from: old.role, to: role },
    })
  })
}

type CalendarFacts = Pick<PgUpdateSetSource<typeof users>, 'trainerSince' | 'calendarTokenHash'>

/** Changes what the calendar keeps with a user who meets the condition. */
export const setCalendarFacts = (tx: Queryable, id: number, facts: CalendarFacts, which?: SQL) =>
  tx
    .update(users)
    .set(facts)
    .where(and(eq(users.id, id), which))

/** Deletes links that a user has created in a feature that this one cannot import (app/app.ts passes it). */
export type DeleteLinks = (tx: Queryable, userId: number) => Promise<void>

/** Ends the access of another user: all sessions, tokens, and links that depend on it end in the same transaction. */
export function endAccess(db: Database, by: ActingUser, id: number, deleteLinks: DeleteLinks) {
  return changeMember(db, by, id, async (tx) => {
    const [ended] = await tx
      .update(users)
      .set({ disabledAt: sql`now()` })
      .where(and(eq(users.id, id), isNull(users.disabledAt)))
      .returning({ id: users.id })
    if (!ended) return
    await endAllSessions(tx, id)
    await revokeInvitesOf(tx, id)
    await endPasswordLinksOf(tx, id)
    await revokeTokensOf(tx, by, id)
    await deleteLinks(tx, id)
    await recordActivity(tx, { action: 'access-ended', by, about: ['user', id] })
  })
}

export function restoreAccess(db: Database, by: ActingUser, id: number) {
  return changeMember(db, by, id, async (tx) => {
    const [restored] = await tx
      .update(users)
      .set({ disabledAt: null })
      .where(and(eq(users.id, id), isNotNull(users.disabledAt)))
      .returning({ id: users.id })
    if (!restored) return
    // A request that was still being sent when the access ended may have left something.
    await endAllSessions(tx, id)
    await revokeTokensOf(tx, by, id)
    await recordActivity(tx, { action: 'access-restored', by, about: ['user', id] })
  })
}

/** Changes another user, in a transaction that locks both users, and returns them as they are afterwards. */
function changeMember(
  db: Database,
  by: ActingUser,
  id: number,
  change: (tx: Queryable, old: { role: Role }) => Promise<void>,
): Promise<Member | undefined> {
  if (id === by.id)
    throw new RequestProblem('conflict', {
      detail: 'You can’t change your own role or access. Ask another owner to do it.',
    })
  return db.transaction(async (tx) => {
    await lockUsers(tx, [by.id, id])
    await requireOwner(tx, by.id)
    const [old] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id))
    if (!old) return undefined
    await change(tx, old)
    return withIsoTimes(oneRow(await tx.select(memberColumns).from(users).where(eq(users.id, id))))
  })
}

type Profile = z.infer<typeof profileUpdate.body>

/**
 * Sets what the user says about themselves; what is blank is removed.
 * @throws RequestProblem if another user has the email address, or a name that looks like one of these
 */
export async function updateProfile(db: Database, userId: number, profile: Profile): Promise<SessionUser> {
  const { displayName, email, byline } = profile
  const orNull = (name: string) => (toNameKey(name) === '' ? null : name)
  return db.transaction(async (tx) => {
    for (const name of [displayName, byline ?? ''])
      if (await isNameTaken(tx, name, userId))
        throw new RequestProblem('not-accepted', { detail: 'A colleague has this name. Choose another one.' })
    if (email && (await isEmailTaken(tx, email, userId)))
      throw new RequestProblem('not-accepted', { detail: emailTaken })
    const rows = await tx
      .update(users)
      .set({
        displayName: orNull(displayName),
        ...(email !== undefined && { email: email === '' ? null : email }),
        ...(byline !== undefined && { byline: orNull(byline) }),
      })
      .where(eq(users.id, userId))
      .returning(sessionUserColumns)
    return oneRow(rows)
  })
}

async function isEmailTaken(tx: Queryable, email: string, userId: number): Promise<boolean> {
  const isOther = and(ne(users.id, userId), sql`lower(${users.email}) = lower(${email})`)
  return (await tx.$count(users, isOther)) > 0
}
