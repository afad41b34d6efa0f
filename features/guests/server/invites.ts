import { createHmac } from 'node:crypto'
import { and, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { PageQuery } from '../../../core/contract/paging.ts'
import { countRows } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { cutPage, type Page } from '../../../core/server/db/page.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import { relinkMails, withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import type { InviteStatus } from '../../posts/contract/post-guest.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { type Invite, type InviteValues, roomDays } from '../contract/invites.ts'
import { authorInvites } from '../schema.ts'
import { beginnings, type Mailing, mailInvitation, mailRoom, notifyEditor } from './invite-mails.ts'
import { findInvite, type InviteRow, statusNow, toInvite, updateInvite } from './invite-rows.ts'
import { findMailsToSend } from './to-send.ts'
import { findRoom, isRoomOf } from './writing-room.ts'

/** A sent invitation. `url` is its link, of which only a hash is stored. */
export type Sent = { invite: Invite; url: string }

/**
 * Invites a guest. A pending invitation to the same address about the same topic is renewed, and its old link stops
 * working.
 */
export async function sendInvite(db: Queryable, values: InviteValues, mailing: Mailing): Promise<Sent> {
  return db.transaction(async (tx) => {
    const same = `${values.email.toLowerCase()}\n${values.suggestedTopic}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${same}`}, 0))`)
    const [pending] = await tx
      .select({ id: authorInvites.id })
      .from(authorInvites)
      .where(
        and(
          sql`lower(${authorInvites.email}) = ${values.email.toLowerCase()}`,
          eq(authorInvites.suggestedTopic, values.suggestedTopic),
          eq(authorInvites.status, 'pending'),
        ),
      )
      .for('update')
    const token = newToken()
    const columns = {
      email: values.email,
      name: values.name || null,
      suggestedTopic: values.suggestedTopic,
      customMessage: values.customMessage || null,
      // Noon in UTC is on the same date in nearly every time zone.
      dueAt: values.dueDate ? new Date(`${values.dueDate}T12:00:00Z`) : null,
      inviteToken: hashToken(token),
      invitedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(days => ${Number(values.answerDays)})`,
      linkAskedAt: null,
    }
    const row = pending
      ? await updateInvite(tx, pending.id, columns)
      : oneRow(await tx.insert(authorInvites).values(columns).returning())
    return mailLink(tx, row, token, mailing)
  })
}

/**
 * Makes a new link to an invitation or, once it is accepted, to its writing room (the page where the guest writes).
 * Older links stop working. Returns undefined if there is no such invitation.
 */
export async function resendInvite(db: Queryable, id: number, mailing: Mailing): Promise<Sent | undefined> {
  return db.transaction(async (tx) => {
    const [old] = await tx.select().from(authorInvites).where(eq(authorInvites.id, id)).for('update')
    // If the guest's personal data was deleted, the invitation no longer has an address.
    if (!old || old.email === '') return undefined
    const token = newToken()
    const hash = hashToken(token)
    const row = await updateInvite(
      tx,
      id,
      old.roomToken
        ? { roomToken: hash, mailedRoomTokens: [], linkAskedAt: null, status: statusWithRoom(old) }
        : {
            inviteToken: hash,
            linkAskedAt: null,
            status: 'pending',
            respondedAt: null,
            invitedAt: sql`now()`,
            // The same number of days as before
            expiresAt: sql`now() + greatest(interval '1 day', ${authorInvites.expiresAt} - ${authorInvites.invitedAt})`,
          },
    )
    if (row.roomToken && (await findRoom(tx, token)).state !== 'open')
      throw new RequestProblem('conflict', {
        detail: `A new link wouldn’t work: the post has been public for ${roomDays} days, or it’s in the trash.`,
      })
    return mailLink(tx, row, token, mailing)
  })
}

/**
 * Status of an invitation with a writing room when its link is sent again. If it was revoked, its status is restored.
 */
function statusWithRoom(row: InviteRow): InviteStatus {
  if (row.status !== 'revoked') return row.status
  if (row.publishedAt) return 'published'
  if (row.submittedAt) return 'submitted'
  return row.rounds > 0 ? 'changes_requested' : 'accepted'
}

async function mailLink(tx: Queryable, row: InviteRow, token: string, mailing: Mailing): Promise<Sent> {
  await withdrawLinks(tx, row.id, ['invitation', 'room'])
  const path = row.roomToken ? guestPaths.writingRoom(token) : guestPaths.invitation(token)
  const url = new URL(path, mailing.site.publicUrl).href
  if (row.roomToken) {
    await relinkMails(tx, mailsTo(row.id, ['changes', 'published']), url)
    await mailRoom(tx, mailing, row, url, true)
  } else await mailInvitation(tx, mailing, row, url)
  const now = await findInvite(tx, eq(authorInvites.id, row.id))
  return { invite: toInvite(row, now?.status ?? 'pending'), url }
}

type MailToGuest = keyof typeof beginnings

/** Withdraws unsent emails whose link no longer works. */
const withdrawLinks = (tx: Queryable, id: number, kinds: MailToGuest[]) =>
  withdrawMails(tx, mailsTo(id, kinds), 'Its link was replaced or turned off.')

/** Emails to the guest of an invitation */
const mailsTo = (id: number, kinds: MailToGuest[]) =>
  or(...kinds.map((kind) => sql`once_key || ':' like ${`${beginnings[kind]}:${id}:%`}`))

/** Turns off every link of an invitation. */
export async function revokeInvite(db: Queryable, id: number): Promise<Invite | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(authorInvites)
      .set({ status: 'revoked' })
      .where(eq(authorInvites.id, id))
      .returning()
    if (!row) return undefined
    await withdrawLinks(tx, id, ['invitation', 'room', 'changes'])
    return toInvite(row, 'revoked')
  })
}

/** Invitations, newest first. `byHand` means that there is no mail server and an admin sends the emails. */
export async function listInvites(
  db: Queryable,
  { cursor, limit }: PageQuery,
  byHand: boolean,
): Promise<Page<Invite>> {
  const [found, total] = await Promise.all([
    db
      .select({ row: authorInvites, status: statusNow })
      .from(authorInvites)
      .where(cursor === undefined ? undefined : lt(authorInvites.id, cursor))
      .orderBy(desc(authorInvites.id))
      .limit(limit + 1),
    countRows(db, authorInvites, undefined),
  ])
  const toSend = byHand ? await findMailsToSend(db, found) : undefined
  const invites = found.map(({ row, status }) => toInvite(row, status, toSend?.get(row.id)))
  return cutPage(invites, limit, total, ({ id }) => id)
}

/** Finds the invitation of a link. Changes nothing. */
export async function findInvitation(db: Queryable, token: string): Promise<Invite | undefined> {
  const found = await findInvite(db, eq(authorInvites.inviteToken, hashToken(token)))
  return found && toInvite(found.row, found.status)
}

/** Minutes in which a second click on Accept leads to the same writing room as the first */
const sameAnswerMinutes = 10

/**
 * Accepts an invitation. Returns the token of the new writing room, or undefined if the invitation is no longer
 * pending. The token is derived from `answerKey`, a random value in the page with the button. So two clicks lead to the
 * same room, and no one else can compute its token.
 */
export async function acceptInvite(
  db: Queryable,
  token: string,
  answerKey: string | undefined,
  mailing: Mailing,
): Promise<string | undefined> {
  const room = createHmac('sha256', token)
    .update(answerKey ?? newToken())
    .digest('base64url')
  return db.transaction(async (tx) => {
    const row = await respond(tx, token, { status: 'accepted', roomToken: hashToken(room) })
    if (!row) return (await isSameResponse(tx, token, room)) ? room : undefined
    const link = new URL(guestPaths.writingRoom(room), mailing.site.publicUrl).href
    await mailRoom(tx, mailing, row, link, false)
    await notifyEditor(tx, mailing, row, 'accepted', row.invitedAt.toISOString())
    return room
  })
}

async function isSameResponse(tx: Queryable, token: string, room: string): Promise<boolean> {
  const isSame = and(
    eq(authorInvites.inviteToken, hashToken(token)),
    eq(authorInvites.roomToken, hashToken(room)),
    eq(authorInvites.status, 'accepted'),
    sql`${authorInvites.respondedAt} > now() - make_interval(mins => ${sameAnswerMinutes})`,
  )
  return (await findInvite(tx, isSame)) !== undefined
}

export async function declineInvite(db: Queryable, token: string, mailing: Mailing): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await respond(tx, token, { status: 'declined' })
    if (!row) return false
    await notifyEditor(tx, mailing, row, 'declined', row.invitedAt.toISOString())
    return true
  })
}

/** Records the response to a pending invitation. If several responses arrive at the same time, only one succeeds. */
async function respond(tx: Queryable, token: string, change: { status: InviteStatus; roomToken?: string }) {
  const [row] = await tx
    .update(authorInvites)
    .set({ ...change, respondedAt: sql`now()` })
    .where(
      and(
        eq(authorInvites.inviteToken, hashToken(token)),
        eq(authorInvites.status, 'pending'),
        sql`${authorInvites.expiresAt} > now()`,
      ),
    )
    .returning()
  return row
}

/** Tells the editor that a guest requests a new link, at most once a day for each invitation. */
export async function askForLink(
  db: Queryable,
  by: { token: string } | { email: string },
  mailing: Mailing,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(authorInvites)
      .set({ linkAskedAt: sql`now()` })
      .where(
        'token' in by
          ? or(eq(authorInvites.inviteToken, hashToken(by.token)), isRoomOf(by.token))
          : and(
              sql`lower(${authorInvites.email}) = lower(${by.email})`,
              or(eq(authorInvites.status, 'pending'), isNotNull(authorInvites.roomToken)),
            ),
      )
      .returning()
    for (const row of rows)
      await notifyEditor(tx, mailing, row, 'link asked for', new Date().toISOString().slice(0, 10))
  })
}
