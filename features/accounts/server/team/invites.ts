import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { formatDate } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { rights } from '../../../../core/contract/roles.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import { mailKind, queueMail } from '../../../../core/server/mail/outbox.ts'
import { withdrawMails } from '../../../../core/server/mail/unsent-mails.ts'
import { type TeamInvite, teamInviteDays, type teamInviteRequest } from '../../contract/team.ts'
import { teamInvites, users } from '../../schema/accounts.ts'
import { recordActivity } from '../actions.ts'
import { userName } from '../display-name.ts'
import { requireOwner } from './lock-users.ts'
import { isNameTaken } from './taken-names.ts'

export const teamMail = mailKind('team', 'Team invite', 13, { role: rights.manageTeam })

/** A sent invitation. `url` is its link, of which only a hash is stored. */
type Sent = { invite: TeamInvite; url: string }
export type Mailing = { site: Site; writeEmail: WriteEmail }

/** Days after which an invitation that is over is deleted */
const keptDays = 30

const isOpen = and(isNull(teamInvites.acceptedAt), isNull(teamInvites.revokedAt))
const isValid = and(isOpen, gt(teamInvites.expiresAt, sql`now()`))
const expiry = sql`now() + make_interval(days => ${teamInviteDays})`

const inviteColumns = {
  id: teamInvites.id,
  email: teamInvites.email,
  displayName: teamInvites.displayName,
  role: teamInvites.role,
  createdAt: teamInvites.createdAt,
  expiresAt: teamInvites.expiresAt,
  isExpired: sql<boolean>`${teamInvites.expiresAt} <= now()`,
}

/** Invitations that no one has used, expired ones too, newest first */
export function listTeamInvites(db: Queryable): Promise<TeamInvite[]> {
  return selectInvites(db, isOpen)
}

/** The name of who invited, for the invited person: empty without a display name */
const shownName = sql<string>`coalesce(${users.displayName}, '')`

async function selectInvites(
  db: Queryable,
  where: SQL | undefined,
  invitedBy = userName,
): Promise<TeamInvite[]> {
  const rows = await db
    .select({ ...inviteColumns, invitedBy })
    .from(teamInvites)
    .innerJoin(users, eq(users.id, teamInvites.invitedBy))
    .where(where)
    .orderBy(desc(teamInvites.id))
  return rows.map(withIsoTimes)
}

/** Invites a colleague. Open invitations to the same address stop working. */
export function inviteColleague(
  db: Database,
  by: ActingUser,
  values: z.infer<typeof teamInviteRequest>,
  mailing: Mailing,
): Promise<Sent> {
  return db.transaction(async (tx) => {
    await requireOwner(tx, by.id)
    const email = values.email.toLowerCase()
    // Two owners who invite the same address take turns, so that one link is open in the end.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team-invite ${email}`}, 0))`)
    await refuseIfMember(tx, email)
    await revoke(tx, sql`lower(${teamInvites.email}) = ${email}`)
    const token = newToken()
    const { id } = oneRow(
      await tx
        .insert(teamInvites)
        .values({ ...values, tokenHash: hashToken(token), invitedBy: by.id, expiresAt: expiry })
        .returning({ id: teamInvites.id }),
    )
    await recordActivity(tx, {
      action: 'colleague-invited',
      by,
      about: ['invite', id],
      details: { role: values.role },
    })
    return mailLink(tx, id, token, mailing)
  })
}

async function findMember(tx: Queryable, email: string) {
  const [member] = await tx
    .select({ username: users.username, disabledAt: users.disabledAt })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
    .orderBy(sql`${users.disabledAt} is not null`)
    .limit(1)
  return member
}

async function refuseIfMember(tx: Queryable, email: string): Promise<void> {
  const member = await findMember(tx, email)
  if (!member) return
  throw new RequestProblem('conflict', {
    detail: member.disabledAt
      ? `This address belongs to ${member.username}, whose access has ended. Give it back to them in the list below.`
      : `This address belongs to ${member.username}, who is on the team already.`,
  })
}

/** Makes a new link for an open invitation. Returns undefined if there is none with this id. */
export function renewTeamInvite(db: Database, by: ActingUser, id: number, mailing: Mailing) {
  return db.transaction(async (tx) => {
    await requireOwner(tx, by.id)
    await withdrawLinks(tx, eq(teamInvites.id, id))
    const token = newToken()
    const [renewed] = await tx
      .update(teamInvites)
      // The owner who renews the link answers for it from now on.
      .set({ tokenHash: hashToken(token), invitedBy: by.id, expiresAt: expiry })
      .where(and(eq(teamInvites.id, id), isOpen))
      .returning({ id: teamInvites.id })
    if (!renewed) return undefined
    await recordActivity(tx, { action: 'invite-renewed', by, about: ['invite', id] })
    return mailLink(tx, id, token, mailing)
  })
}

/** Turns off the link of an open invitation. Returns false if there is none with this id. */
export function revokeTeamInvite(db: Database, by: ActingUser, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await requireOwner(tx, by.id)
    if (!(await revoke(tx, eq(teamInvites.id, id)))) return false
    await recordActivity(tx, { action: 'invite-withdrawn', by, about: ['invite', id] })
    return true
  })
}

/** Turns off the links that a user has made. */
export async function revokeInvitesOf(tx: Queryable, userId: number): Promise<void> {
  await revoke(tx, eq(teamInvites.invitedBy, userId))
}

async function revoke(tx: Queryable, which: SQL): Promise<boolean> {
  await withdrawLinks(tx, which)
  const { rowCount } = await tx.update(teamInvites).set({ revokedAt: sql`now()` }).where(and(which, isOpen))
  return (rowCount ?? 0) > 0
}

/** Withdraws unsent emails whose link is about to stop working. */
async function withdrawLinks(tx: Queryable, which: SQL): Promise<void> {
  const messages = tx.select({ id: teamInvites.messageId }).from(teamInvites).where(and(which, isOpen))
  await withdrawMails(tx, sql`id in ${messages}`, 'Its link was replaced, used, or turned off.')
}

async function mailLink(tx: Queryable, id: number, token: string, mailing: Mailing): Promise<Sent> {
  const { site, writeEmail } = mailing
  const invite = oneRow(await selectInvites(tx, eq(teamInvites.id, id)))
  const shown = oneRow(await selectInvites(tx, eq(teamInvites.id, id), shownName))
  const url = new URL(paths.join(token), site.publicUrl).href
  const { displayName: name, invitedBy, expiresAt } = shown
  const email = await writeEmail({
    template: 'teamInvite',
    props: {
      name,
      invitedBy,
      until: formatDate(expiresAt, { timeZone: site.timeZone }),
      link: linkMark,
    },
  })
  const messageId = await queueMail(tx, { kind: teamMail, to: invite.email, ...email, link: url })
  await tx.update(teamInvites).set({ messageId }).where(eq(teamInvites.id, id))
  return { invite, url }
}

/** Result of looking up the link of an invitation. `over`: used, turned off, or expired. */
export type FoundTeamInvite = { state: 'unknown' | 'over' } | { state: 'open'; invite: TeamInvite }

export async function findTeamInvite(db: Queryable, token: string): Promise<FoundTeamInvite> {
  const isThis = eq(teamInvites.tokenHash, hashToken(token))
  const [invite] = await selectInvites(db, and(isThis, isValid), shownName)
  if (invite) return { state: 'open', invite }
  const [known] = await db.select({ id: teamInvites.id }).from(teamInvites).where(isThis)
  return { state: known ? 'over' : 'unknown' }
}

/** Thrown to roll back a transaction in which the invitation has been spent */
class Taken extends Error {
  outcome: 'username-taken' | 'email-taken'

  constructor(outcome: Taken['outcome']) {
    super(outcome)
    this.outcome = outcome
  }
}

type Joined =
  | { outcome: 'joined'; userId: number }
  | { outcome: 'over' }
  | { outcome: 'username-taken' }
  | { outcome: 'email-taken' }

/**
 * Creates the account of an invited colleague, with the name and address of the invitation unless they gave others. `passwordHash` comes from `hashPassword`. The
 * statement that spends the link is atomic, so that of several simultaneous requests, one succeeds.
 */
export async function acceptTeamInvite(
  db: Database,
  token: string,
  joining: {
    username: string
    passwordHash: string
    displayName?: string | undefined
    email?: string | undefined
  },
): Promise<Joined> {
  const { username, passwordHash } = joining
  try {
    return await db.transaction(async (tx) => {
      const isThis = eq(teamInvites.tokenHash, hashToken(token))
      await withdrawLinks(tx, isThis)
      const [invite] = await tx
        .update(teamInvites)
        .set({ acceptedAt: sql`now()` })
        .where(and(isThis, isValid))
        .returning()
      if (!invite) return { outcome: 'over' }
      const { email = invite.email, displayName = invite.displayName } = joining
      const { role } = invite
      if (await findMember(tx, invite.email)) return { outcome: 'over' }
      if (await findMember(tx, email)) throw new Taken('email-taken')
      if (await isNameTaken(tx, username)) throw new Taken('username-taken')
      const [user] = await tx
        .insert(users)
        .values({ username, password: passwordHash, displayName, email, role })
        .onConflictDoNothing()
        .returning({ id: users.id })
      if (!user) throw new Taken('username-taken')
      const about = ['user', user.id] as const
      await recordActivity(tx, { action: 'colleague-joined', by: user, about, details: { role } })
      return { outcome: 'joined', userId: user.id }
    })
  } catch (error) {
    if (error instanceof Taken) return { outcome: error.outcome } as Joined
    throw error
  }
}

/** Deletes invitations that have been over for a while. The users who joined keep their own data. */
export async function sweepTeamInvites(db: Queryable): Promise<void> {
  await db
    .delete(teamInvites)
    .where(
      lt(
        sql`least(${teamInvites.expiresAt}, ${teamInvites.acceptedAt}, ${teamInvites.revokedAt})`,
        sql`now() - make_interval(days => ${keptDays})`,
      ),
    )
}
