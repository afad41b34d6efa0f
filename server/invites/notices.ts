import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { AppDeps } from '../app.ts'
import type { Queryable } from '../db/connect.ts'
import type { WriteLetter } from '../mail/letters.ts'
import { type OutgoingMail, queueMail } from '../mail/outbox.ts'
import { linkMark } from '../mail/sealed.ts'
import { findOrganisation } from '../organisation/organisation.ts'
import type { InviteRow } from './invite-rows.ts'

/** Who writes, and who hears of it. */
export type Mailing = {
  site: Site
  /** The editor's address; nobody is told where there is none. */
  notify: string | undefined
  writeLetter: WriteLetter
}

export async function readMailing({
  config,
  db,
  siteSource,
  writeLetter,
}: Pick<AppDeps, 'config' | 'db' | 'siteSource' | 'writeLetter'>): Promise<Mailing> {
  const { notifyEmail } = await findOrganisation(db)
  return { site: await siteSource.read(), notify: notifyEmail ?? config.notifyEmail, writeLetter }
}

/** The invitation itself. Each new link is a mail of its own. */
export function mailInvitation(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  link: string,
): Promise<void> {
  const props = {
    name: invite.name ?? '',
    topic: invite.suggestedTopic ?? '',
    message: invite.customMessage ?? '',
    due: day(invite.dueAt, mailing.site),
    answerBy: day(invite.expiresAt, mailing.site),
    link: linkMark,
  }
  const onceKey = `invite:${invite.id}:${invite.inviteToken}`
  return mailGuest(
    tx,
    mailing,
    invite,
    { letter: 'guestInvitation', props },
    { kind: 'invite', link, onceKey },
  )
}

/** The way into the writing room, after accepting and whenever the editor sends a new link. */
export function mailRoom(tx: Queryable, mailing: Mailing, invite: InviteRow, link: string): Promise<void> {
  const props = { name: invite.name ?? '', due: day(invite.dueAt, mailing.site), link: linkMark }
  const onceKey = `room:${invite.id}:${invite.roomToken}`
  return mailGuest(tx, mailing, invite, { letter: 'guestRoom', props }, { kind: 'guest', link, onceKey })
}

/** The link stays out of it: the guest has it, and nobody else does. */
export function mailChangesAskedFor(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  said: { message: string; hasComments: boolean },
): Promise<void> {
  const lostLink = new URL(paths.lostLink, mailing.site.publicUrl).href
  const props = { name: invite.name ?? '', ...said, lostLink }
  const onceKey = `guest:changes:${invite.id}:${invite.rounds}`
  return mailGuest(tx, mailing, invite, { letter: 'guestChanges', props }, { kind: 'guest', onceKey })
}

export function mailPublished(
  tx: Queryable,
  mailing: Mailing,
  invite: InviteRow,
  { title, slug }: { title: string; slug: string },
): Promise<void> {
  const postUrl = new URL(paths.post(slug), mailing.site.publicUrl).href
  const props = { name: invite.name ?? '', title, postUrl }
  const onceKey = `guest:published:${invite.id}`
  return mailGuest(tx, mailing, invite, { letter: 'guestPublished', props }, { kind: 'guest', onceKey })
}

async function mailGuest(
  tx: Queryable,
  { writeLetter }: Mailing,
  { email }: InviteRow,
  letter: Parameters<WriteLetter>[0],
  mail: Pick<OutgoingMail, 'kind' | 'link' | 'onceKey'>,
): Promise<void> {
  await queueMail(tx, { to: email, ...(await writeLetter(letter)), ...mail })
}

export type EditorEvent = 'accepted' | 'declined' | 'submitted' | 'approved' | 'link asked for'

const events: Record<EditorEvent, { title: string; advice: string; button: string }> = {
  accepted: {
    title: 'accepted your invitation',
    advice: 'The writing room is open.',
    button: 'See the invitations',
  },
  declined: {
    title: 'declined your invitation',
    advice: 'There is nothing to do.',
    button: 'See the invitations',
  },
  submitted: {
    title: 'handed in a text',
    advice: 'Please read it, comment on it or publish it.',
    button: 'Read the text',
  },
  approved: {
    title: 'approved the final text',
    advice: 'It can be published as it stands.',
    button: 'See the text',
  },
  'link asked for': {
    title: 'asks for a new link',
    advice: 'Press Resend beside the invitation if you want to give one.',
    button: 'See the invitations',
  },
}

/** One notice for each thing that happened; `occasion` tells two of the same kind apart. */
export async function tellEditor(
  tx: Queryable,
  { site, notify, writeLetter }: Mailing,
  invite: InviteRow,
  event: EditorEvent,
  occasion: string,
): Promise<void> {
  if (!notify) return
  const { title, advice, button } = events[event]
  const isAboutText = event === 'submitted' || event === 'approved'
  const path = isAboutText ? paths.adminReview(invite.id) : paths.adminTab('authors')
  const letter = await writeLetter({
    letter: 'guestNotice',
    props: {
      title: `${nameOf(invite)} ${title}`,
      topic: invite.suggestedTopic ?? '',
      advice,
      button,
      url: new URL(path, site.publicUrl).href,
    },
  })
  const onceKey = `editor:${event.replaceAll(' ', '-')}:${invite.id}:${occasion}`
  await queueMail(tx, { kind: 'editor', to: notify, ...letter, onceKey, about: [invite.email] })
}

export function nameOf(invite: { name: string | null; email: string }): string {
  return invite.name || invite.email
}

function day(time: Date | null, site: Site): string {
  if (!time) return ''
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: site.timeZone }).format(time)
}
