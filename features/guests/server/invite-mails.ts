import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { formatDate } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { SiteSettings } from '../../../core/contract/site.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import { mailKind, queueMail } from '../../../core/server/mail/outbox.ts'
import { findNotifyEmail } from '../../../core/server/organization.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { authorInvites } from '../schema.ts'
import type { InviteRow } from './invite-rows.ts'

export const inviteMail = mailKind('invite', 'Author invite', 1)
const guestMail = mailKind('guest', 'Guest author email', 2)
const editorMail = mailKind('editor', 'Guest post notification', 3, { isNotice: true })
export const inviteMails = [inviteMail, guestMail, editorMail]

/** Data for emails about invitations */
export type Mailing = {
  site: SiteSettings
  /** The editor's address. Without one, no notifications are sent. */
  notify: string | undefined
  writeEmail: WriteEmail
}

export type MailingDeps = {
  config: Config
  db: Database
  siteSource: { read(): Promise<SiteSettings> }
  writeEmail: WriteEmail
}

export async function readMailing({ config, db, siteSource, writeEmail }: MailingDeps): Promise<Mailing> {
  return { site: await siteSource.read(), notify: await findNotifyEmail(db, config), writeEmail }
}

/** First part of the `onceKey` of each email to a guest. The second part is the id of the invitation. */
export const beginnings = {
  invitation: 'invite',
  room: 'room',
  changes: 'guest:changes',
  published: 'guest:published',
} as const

/** Sends the invitation itself. */
export function mailInvitation(tx: Queryable, mailing: Mailing, invite: InviteRow, link: string) {
  const props = {
    name: invite.name ?? '',
    topic: invite.suggestedTopic ?? '',
    message: invite.customMessage ?? '',
    due: day(invite.dueAt, mailing.site),
    answerBy: day(invite.expiresAt, mailing.site),
    link: linkMark,
  }
  const onceKey = `${beginnings.invitation}:${invite.id}:${invite.inviteToken}`
  return mailGuest(tx, mailing, invite, { template: 'guestInvitation', props }, { link, onceKey }, inviteMail)
}

/** Sends the link of the writing room (where the guest writes), after accepting and for every new link. */
export function mailRoom(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  link: string,
  isNewLink: boolean,
): Promise<void> {
  const due = day(invite.dueAt, mailing.site)
  const props = { name: invite.name ?? '', due, link: linkMark, isNewLink }
  const onceKey = `${beginnings.room}:${invite.id}:${invite.roomToken}`
  return mailGuest(tx, mailing, invite, { template: 'guestRoom', props }, { link, onceKey })
}

export async function mailRequestedChanges(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  changes: { message: string; hasComments: boolean },
): Promise<void> {
  const lostLink = new URL(guestPaths.lostLink, mailing.site.publicUrl).href
  const props = { name: invite.name ?? '', ...changes, lostLink, link: linkMark }
  const onceKey = `${beginnings.changes}:${invite.id}:${invite.rounds}`
  const link = await addRoomLink(tx, mailing, invite)
  await mailGuest(tx, mailing, invite, { template: 'guestChanges', props }, { link, onceKey })
}

export async function mailPublished(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  { title, slug, isEdited }: { title: string; slug: string; isEdited: boolean },
): Promise<void> {
  const postUrl = new URL(postPaths.post(slug), mailing.site.publicUrl).href
  const props = { name: invite.name ?? '', title, postUrl, isEdited, link: linkMark }
  const onceKey = `${beginnings.published}:${invite.id}`
  const link = await addRoomLink(tx, mailing, invite)
  await mailGuest(tx, mailing, invite, { template: 'guestPublished', props }, { link, onceKey })
}

/**
 * Creates another link to a guest's room for one email. Earlier links cannot be reused: only their hashes are stored.
 */
async function addRoomLink(tx: Queryable, { site }: Mailing, invite: InviteRow): Promise<string> {
  const token = newToken()
  await tx
    .update(authorInvites)
    .set({ mailedRoomTokens: sql`array_append(${authorInvites.mailedRoomTokens}, ${hashToken(token)})` })
    .where(eq(authorInvites.id, invite.id))
  return new URL(guestPaths.writingRoom(token), site.publicUrl).href
}

async function mailGuest(
  tx: Queryable,
  { writeEmail }: Mailing,
  { email }: InviteRow,
  view: Parameters<WriteEmail>[0],
  mail: { link: string; onceKey: string },
  kind = guestMail,
): Promise<void> {
  await queueMail(tx, { to: email, kind, ...(await writeEmail(view)), ...mail })
}

export type EditorEvent = 'accepted' | 'declined' | 'submitted' | 'approved' | 'link asked for'

const events: Record<EditorEvent, { title: string; advice: string; button: string }> = {
  accepted: {
    title: 'accepted your invitation',
    advice: 'They have their own writing page now.',
    button: 'See the invitations',
  },
  declined: {
    title: 'declined your invitation',
    advice: 'No action needed.',
    button: 'See the invitations',
  },
  submitted: {
    title: 'submitted a draft',
    advice: 'Read it, comment on it, or publish it.',
    button: 'Read the draft',
  },
  approved: {
    title: 'approved the final version',
    advice: 'You can publish it as is.',
    button: 'See the draft',
  },
  'link asked for': {
    title: 'requested a new link',
    advice: 'To send one, click Resend next to the invitation.',
    button: 'See the invitations',
  },
}

/** Notifies the editor, once per event. `occasion` distinguishes two events of the same kind. */
export async function notifyEditor(
  tx: Queryable,
  { site, notify, writeEmail }: Mailing,
  invite: InviteRow,
  event: EditorEvent,
  occasion: string,
): Promise<void> {
  if (!notify) return
  const { title, advice, button } = events[event]
  const isAboutText = event === 'submitted' || event === 'approved'
  const path = isAboutText ? postPaths.adminReview(invite.id) : paths.adminTab('authors')
  const email = await writeEmail({
    template: 'guestNotice',
    props: {
      title: `${nameOf(invite)} ${title}`,
      topic: invite.suggestedTopic ?? '',
      advice,
      button,
      url: new URL(path, site.publicUrl).href,
    },
  })
  const onceKey = `editor:${event.replaceAll(' ', '-')}:${invite.id}:${occasion}`
  await queueMail(tx, { kind: editorMail, to: notify, ...email, onceKey, about: [invite.email] })
}

export function nameOf(invite: { name: string | null; email: string }): string {
  return invite.name || invite.email
}

function day(time: Date | null, site: SiteSettings): string {
  return time ? formatDate(time, { timeZone: site.timeZone }) : ''
}
