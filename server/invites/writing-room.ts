import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import { isCutExcerpt } from '../../contracts/excerpt.ts'
import {
  type GuestText,
  type InviteStatus,
  type RoomRequest,
  roomDays,
  type WritingRoom,
} from '../../contracts/invites.ts'
import { findPictureNames, readMediaAddress } from '../../contracts/media.ts'
import type { Post } from '../../contracts/posts.ts'
import type { Queryable } from '../db/connect.ts'
import { authorInvites, guestComments } from '../db/schema/invites.ts'
import { media } from '../db/schema/media.ts'
import { hashToken } from '../http/tokens.ts'
import { findPostById } from '../posts/reading/find-post.ts'
import { hasTooManyTags, textOf, tooMuchFormatting } from '../posts/rendering/sanitize.ts'
import { savePost } from '../posts/writing/save-post.ts'
import { pickAuthorSlug } from './authors.ts'
import { listComments, saveAnswers } from './comments.ts'
import { type Mailing, nameOf, tellEditor } from './invite-mails.ts'
import { approvalOf, hashText, type InviteRow, statusNow } from './invite-rows.ts'

/** What a link to a writing room leads to. */
export type FoundRoom =
  | { state: 'unknown' }
  /** Revoked, or long published. */
  | { state: 'closed' }
  | { state: 'open'; room: WritingRoom }

/** Looking changes nothing. */
export async function findRoom(db: Queryable, token: string): Promise<FoundRoom> {
  const found = await readRow(db, token)
  if (!found) return { state: 'unknown' }
  const post = await postOf(db, found.row)
  if (isClosed(found, post)) return { state: 'closed' }
  return { state: 'open', room: await describeRoom(db, found, post) }
}

/** The invitation whose room a link leads to: the link of the room itself, or that of a mail. */
export function isRoomOf(token: string) {
  const hash = hashToken(token)
  return or(eq(authorInvites.roomToken, hash), arrayContains(authorInvites.mailedRoomTokens, [hash]))
}

type Found = { row: InviteRow; status: InviteStatus }

async function readRow(db: Queryable, token: string): Promise<Found | undefined> {
  const [found] = await db
    .select({ row: authorInvites, status: statusNow })
    .from(authorInvites)
    .where(isRoomOf(token))
  return found
}

/** The same, and nobody else writes until the transaction ends. */
async function lockRow(tx: Queryable, token: string): Promise<Found | undefined> {
  await tx.select({ id: authorInvites.id }).from(authorInvites).where(isRoomOf(token)).for('update')
  return readRow(tx, token)
}

async function postOf(db: Queryable, row: InviteRow): Promise<Post | undefined> {
  const post = row.postId === null ? undefined : await findPostById(db, row.postId)
  return post?.deletedAt ? undefined : post
}

function isClosed({ row, status }: Found, post: Post | undefined): boolean {
  if (status === 'revoked') return true
  // Its text lies in the trash, or was thrown away after it was handed in or published.
  if (!post && (row.postId !== null || status !== 'accepted')) return true
  const closesAt = closingTime({ row, status }, post)
  return closesAt !== undefined && closesAt <= new Date()
}

function closingTime({ row, status }: Found, post: Post | undefined): Date | undefined {
  if (status !== 'published') return undefined
  const published = row.publishedAt ?? (post && new Date(post.publishedAt))
  return published && new Date(published.getTime() + roomDays * 86_400_000)
}

async function describeRoom(db: Queryable, found: Found, post: Post | undefined): Promise<WritingRoom> {
  const { row, status } = found
  const text = post && toGuestText(post)
  return {
    id: row.id,
    status,
    topic: row.suggestedTopic ?? '',
    message: row.customMessage ?? '',
    dueAt: row.dueAt?.toISOString(),
    profile: profileOf(row),
    text,
    isOpen: isWritable(status, post),
    changesMessage: (status === 'changes_requested' && row.changesMessage) || undefined,
    comments: await listComments(db, row.id),
    approval: approvalOf(row.approvedHash, text?.hash),
    approvedAt: row.approvedAt?.toISOString(),
    isEdited: isEdited(row, text),
    closesAt: closingTime(found, post)?.toISOString(),
  }
}

/** Whether the editor has changed the text since it was handed in. */
export function isEdited(row: InviteRow, text: { hash: string } | undefined): boolean {
  return row.submittedAt !== null && text !== undefined && row.submittedHash !== text.hash
}

export function profileOf(row: InviteRow) {
  return { name: row.name ?? '', bio: row.bio ?? '', photoUrl: row.photoUrl ?? '' }
}

export function toGuestText(post: Post): GuestText {
  const isScheduled = post.isPublished && new Date(post.publishedAt) > new Date()
  return {
    id: post.id,
    title: post.title,
    content: post.content,
    version: post.version,
    hash: hashText(post),
    slug: post.slug,
    isLive: post.isPublished && !isScheduled,
    scheduledFor: isScheduled ? post.publishedAt : undefined,
    updatedAt: post.updatedAt,
  }
}

/** A text that has been handed in is the editor's, until they ask for changes. */
function isWritable(status: InviteStatus, post: Post | undefined): boolean {
  return (status === 'accepted' || status === 'changes_requested') && !post?.isPublished
}

export type RoomResult =
  | { outcome: 'done'; room: WritingRoom }
  | { outcome: 'unknown' }
  | { outcome: 'closed' }
  /** `detail` is a sentence for the guest. */
  | { outcome: 'refused'; detail: string }
  /** Somebody has changed the text, or its state, meanwhile. */
  | { outcome: 'stale'; detail: string; current: WritingRoom }

/** Runs one act of a guest on the one text that the link names. */
async function inRoom(
  db: Queryable,
  token: string,
  act: (tx: Queryable, found: Found, post: Post | undefined) => Promise<RoomResult | undefined>,
): Promise<RoomResult> {
  return db.transaction(async (tx) => {
    const found = await lockRow(tx, token)
    if (!found) return { outcome: 'unknown' }
    const post = await postOf(tx, found.row)
    if (isClosed(found, post)) return { outcome: 'closed' }
    const result = await act(tx, found, post)
    if (result) return result
    const now = await findRoom(tx, token)
    return now.state === 'open' ? { outcome: 'done', room: now.room } : { outcome: now.state }
  })
}

async function stale(
  tx: Queryable,
  found: Found,
  post: Post | undefined,
  detail: string,
): Promise<RoomResult> {
  return { outcome: 'stale', detail, current: await describeRoom(tx, found, post) }
}

const withEditor = 'Your draft is with the editor now, so it can’t be changed.'
const changedByEditor = 'The editor changed this draft after you opened it.'

/** Results that can be told from the room alone, before the text is read. */
export const staleWords = {
  withEditor: (current: WritingRoom) => ({ outcome: 'stale', detail: withEditor, current }) as const,
  changedByEditor: (current: WritingRoom) =>
    ({ outcome: 'stale', detail: changedByEditor, current }) as const,
}

/**
 * Saves what the guest has typed: words about themselves, answers to comments, the text once it has a title and words.
 * The content is clean HTML: both doors read what was sent before (room-saves.ts).
 */
export async function saveRoom(db: Queryable, token: string, call: RoomRequest): Promise<RoomResult> {
  const { content } = call
  if (hasTooManyTags(content)) return refused(tooMuchFormatting)
  return inRoom(db, token, async (tx, found, post) => {
    const { row } = found
    if (!isWritable(found.status, post)) return stale(tx, found, post, withEditor)
    const pictures = await ownPictures(tx, row.id, [content, call.photoUrl])
    const known = new Set([...pictures, ...findPictureNames(post?.content ?? '')])
    if (findPictureNames(content).some((name) => !known.has(name)))
      return refused('One of the images isn’t yours. Remove it, or upload it here.')
    const photo = call.photoUrl === '' ? undefined : readMediaAddress(call.photoUrl)
    if (call.photoUrl !== '' && !(photo && pictures.has(photo.name)))
      return refused('Your photo is missing. Please choose it again.')

    const author = call.name || nameOf(row)
    const isRenamed = author !== (row.name ?? '')
    const hasText = call.title.trim() !== '' && textOf(content).trim() !== ''
    // New words about the guest, or an answer, make no version of the text.
    const isSameText = post && !isRenamed && call.title.trim() === post.title && content === post.content
    let postId = row.postId
    if ((hasText || post) && !isSameText) {
      const saved = await savePost(
        tx,
        { id: 0, username: `${author} (guest)` },
        {
          title: call.title,
          content,
          excerpt: post && !hasMadeExcerpt(post) ? post.excerpt : '',
          autosave: true,
          ...(isRenamed || !post ? { author } : {}),
          ...(post && { id: post.id, version: call.version ?? 0 }),
          // Nothing that was there before is a version 0, and the same text is never a conflict.
        },
        { isClean: true },
      )
      if (saved.outcome === 'invalid') return refused(saved.detail)
      if (saved.outcome === 'stale') return stale(tx, found, post, changedByEditor)
      if (saved.outcome === 'missing') return { outcome: 'closed' }
      postId = saved.post.id
    }
    await saveAnswers(tx, row.id, call.answers ?? [])
    const name = call.name || row.name
    // The editor may publish before it is handed in, and readers find its author all the same.
    const authorSlug =
      row.authorSlug ??
      (name && postId !== null ? await pickAuthorSlug(tx, { email: row.email, name }) : null)
    await tx
      .update(authorInvites)
      .set({ name, bio: call.bio || null, photoUrl: call.photoUrl || null, postId, authorSlug })
      .where(eq(authorInvites.id, row.id))
    return undefined
  })
}

const refused = (detail: string): RoomResult => ({ outcome: 'refused', detail })

function hasMadeExcerpt(post: Post): boolean {
  return isCutExcerpt(post.excerpt, post.content)
}

/** Those of the pictures in the texts that this guest has uploaded. */
async function ownPictures(tx: Queryable, inviteId: number, texts: string[]): Promise<Set<string>> {
  const names = texts.flatMap(findPictureNames)
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.inviteId, inviteId), inArray(media.name, names)))
  return new Set(rows.map((row) => row.name))
}

/** Hands the text in, as the guest has seen it. Handed in twice, it is handed in once. */
export function submitText(
  db: Queryable,
  token: string,
  hash: string,
  mailing: Mailing,
): Promise<RoomResult> {
  return inRoom(db, token, async (tx, found, post) => {
    const { row, status } = found
    if (status === 'submitted') return undefined
    if (!isWritable(status, post)) return stale(tx, found, post, 'You’ve already submitted this draft.')
    if (!post) return refused('Write your draft first.')
    if (hashText(post) !== hash)
      return stale(tx, found, post, 'The draft changed after you opened it. Please review it again.')
    if (!row.name) return refused('Enter your name first, the way readers will see it.')
    await tx
      .update(authorInvites)
      .set({
        status: 'submitted',
        submittedAt: sql`now()`,
        submittedHash: hash,
        authorSlug: await pickAuthorSlug(tx, { email: row.email, name: row.name }),
      })
      .where(eq(authorInvites.id, row.id))
    await tellEditor(tx, mailing, row, 'submitted', String(row.rounds))
    return undefined
  })
}

/** The guest's word that the text may go out as it stands, with the time and the text's SHA-256. */
export function approveText(
  db: Queryable,
  token: string,
  hash: string,
  mailing: Mailing,
): Promise<RoomResult> {
  return inRoom(db, token, async (tx, found, post) => {
    const { row, status } = found
    if (!post || status !== 'submitted')
      return stale(tx, found, post, 'There’s nothing to approve right now. Reload your writing page.')
    if (hashText(post) !== hash)
      return stale(tx, found, post, 'The draft changed after you opened it. Please read it again.')
    if (row.approvedHash === hash) return undefined
    await tx
      .update(authorInvites)
      .set({ approvedAt: sql`now()`, approvedHash: hash })
      .where(eq(authorInvites.id, row.id))
    await tellEditor(tx, mailing, row, 'approved', `${row.rounds}:${hash}`)
    return undefined
  })
}

/** The guest ticks off a comment, or takes that back. */
export function markComment(
  db: Queryable,
  token: string,
  commentId: number,
  done: boolean,
): Promise<RoomResult> {
  return inRoom(db, token, async (tx, { row }) => {
    const [comment] = await tx
      .update(guestComments)
      .set({ doneAt: done ? sql`coalesce(${guestComments.doneAt}, now())` : null })
      .where(and(eq(guestComments.id, commentId), eq(guestComments.inviteId, row.id)))
      .returning({ id: guestComments.id })
    return comment ? undefined : { outcome: 'unknown' }
  })
}

/** Who may upload pictures with this link. Undefined: nobody, now. */
export async function findUploader(db: Queryable, token: string): Promise<number | undefined> {
  const found = await findRoom(db, token)
  return found.state === 'open' && found.room.isOpen ? found.room.id : undefined
}
