import { arrayContains, eq, or } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import type { Post } from '../../posts/contract/posts.ts'
import { findPostById } from '../../posts/server/reading/find-post.ts'
import { roomDays } from '../contract/invites.ts'
import type { GuestText, WritingRoom } from '../contract/writing-room.ts'
import { authorInvites } from '../schema.ts'
import { listComments } from './comments.ts'
import { approvalOf, findInvite, hashText, type InviteRow, type InviteWithStatus } from './invite-rows.ts'

/** Result of looking up the link of a writing room, the page where a guest author writes */
export type RoomLookup =
  | { state: 'unknown' }
  /** Revoked, or published long ago. */
  | { state: 'closed' }
  | { state: 'open'; room: WritingRoom }

/** The invitation of a room with its text, which may be missing or in the trash. */
export type FoundRoom = InviteWithStatus & { post: Post | undefined }

/** Finds the room of a link. Changes nothing. */
export async function findRoom(db: Queryable, token: string): Promise<RoomLookup> {
  const found = await readRoom(db, token)
  if (!found) return { state: 'unknown' }
  return isClosed(found) ? { state: 'closed' } : { state: 'open', room: await describeRoom(db, found) }
}

/** Returns the id of the invitation if its guest may upload pictures now. */
export async function findUploader(db: Queryable, token: string): Promise<number | undefined> {
  const found = await readRoom(db, token)
  return found && !isClosed(found) && isWritable(found) ? found.row.id : undefined
}

/** Condition for the invitation that a link leads to: the link of the room itself, or one in an email */
export function isRoomOf(token: string) {
  const hash = hashToken(token)
  return or(eq(authorInvites.roomToken, hash), arrayContains(authorInvites.mailedRoomTokens, [hash]))
}

export async function readRoom(db: Queryable, token: string): Promise<FoundRoom | undefined> {
  const found = await findInvite(db, isRoomOf(token))
  if (!found) return undefined
  const { postId } = found.row
  const post = postId === null ? undefined : await findPostById(db, postId)
  return { ...found, post: post?.deletedAt ? undefined : post }
}

/** Reads the room and locks it until the transaction ends, so that no one else writes to it. */
export async function lockRoom(tx: Queryable, token: string): Promise<FoundRoom | undefined> {
  // The status also depends on the post, so it is read by a second statement, which starts once the lock is held.
  await tx.select({ id: authorInvites.id }).from(authorInvites).where(isRoomOf(token)).for('update')
  return readRoom(tx, token)
}

export function isClosed(found: FoundRoom): boolean {
  const { row, status, post } = found
  if (status === 'revoked') return true
  // The guest's text is in the trash, or was deleted after it was submitted or published.
  if (!post && (row.postId !== null || status !== 'accepted')) return true
  const closesAt = closingTime(found)
  return closesAt !== undefined && closesAt <= new Date()
}

function closingTime({ row, status, post }: FoundRoom): Date | undefined {
  if (status !== 'published') return undefined
  const published = row.publishedAt ?? (post && new Date(post.publishedAt))
  return published && new Date(published.getTime() + roomDays * 86_400_000)
}

/** True if the guest may change the text. A submitted text belongs to the editor until they request changes. */
export function isWritable({ status, post }: FoundRoom): boolean {
  return (status === 'accepted' || status === 'changes_requested') && !post?.isPublished
}

export async function describeRoom(db: Queryable, found: FoundRoom): Promise<WritingRoom> {
  const { row, status, post } = found
  const draft = await describeDraft(db, row, post)
  return {
    id: row.id,
    status,
    topic: row.suggestedTopic ?? '',
    message: row.customMessage ?? '',
    dueAt: row.dueAt?.toISOString(),
    ...draft,
    isOpen: isWritable(found),
    changesMessage: (status === 'changes_requested' && row.changesMessage) || undefined,
    isEdited: isEdited(row, draft.text),
    closesAt: closingTime(found)?.toISOString(),
  }
}

/** The part of a room that the editor sees, too. */
export async function describeDraft(db: Queryable, row: InviteRow, post: Post | undefined) {
  const text = post && toGuestText(post)
  return {
    profile: { name: row.name ?? '', bio: row.bio ?? '', photoUrl: row.photoUrl ?? '' },
    text,
    comments: await listComments(db, row.id),
    approval: approvalOf(row.approvedHash, text?.hash),
    approvedAt: row.approvedAt?.toISOString(),
  }
}

/** True if the editor has changed the text since it was submitted. */
export function isEdited(row: InviteRow, text: { hash: string } | undefined): boolean {
  return row.submittedAt !== null && text !== undefined && row.submittedHash !== text.hash
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
