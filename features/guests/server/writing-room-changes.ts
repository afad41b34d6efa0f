import { and, eq, inArray, sql } from 'drizzle-orm'
import { isCutExcerpt } from '../../../core/contract/excerpt.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { findPictureNames, readMediaAddress } from '../../media/contract/media.ts'
import { media } from '../../media/schema/media.ts'
import type { Post } from '../../posts/contract/posts.ts'
import { textOf } from '../../posts/server/rendering/sanitize.ts'
import { savePost } from '../../posts/server/writing/save-post.ts'
import { missingMessages, type RoomRequest, type WritingRoom } from '../contract/writing-room.ts'
import { guestComments } from '../schema.ts'
import { pickAuthorSlug } from './authors.ts'
import { saveAnswers } from './comments.ts'
import { type Mailing, nameOf, notifyEditor } from './invite-mails.ts'
import { hashText, updateInvite } from './invite-rows.ts'
import { describeRoom, type FoundRoom, findRoom, isClosed, isWritable, lockRoom } from './writing-room.ts'

/** Messages for a guest whose text someone else has changed, or taken over, in the meantime. */
export const staleMessages = {
  withEditor: 'Your draft is with the editor now, so it can’t be changed.',
  changedByEditor: 'The editor changed this draft after you opened it.',
} as const

/**
 * Saves what the guest has typed: their profile, replies to comments, and the text once it has a title and words. The
 * content must be clean HTML, as save-typed-room.ts makes it.
 */
export async function saveRoom(db: Queryable, token: string, request: RoomRequest): Promise<WritingRoom> {
  return changeRoom(db, token, async (tx, found) => {
    const { row } = found
    if (!isWritable(found)) throw await staleNow(tx, found, staleMessages.withEditor)
    await checkPictures(tx, found, request)
    const post = await saveText(tx, found, request)
    await saveAnswers(tx, row.id, request.answers ?? [])
    const name = request.name || row.name
    const updated = await updateInvite(tx, row.id, {
      name,
      bio: request.bio || null,
      photoUrl: request.photoUrl || null,
      postId: post?.id ?? null,
      // Set before the guest submits, because the editor may publish earlier, and readers need the author's page then.
      authorSlug:
        row.authorSlug ?? (name && post ? await pickAuthorSlug(tx, { email: row.email, name }) : null),
    })
    return { ...found, row: updated, post }
  })
}

/** A guest's decision about a text. `hash` identifies the version of the text that the guest has seen. */
type Decide = (db: Queryable, token: string, hash: string, mailing: Mailing) => Promise<WritingRoom>

/** Submits the text. Submitting twice counts once. */
export const submitText: Decide = (db, token, hash, mailing) =>
  changeRoom(db, token, async (tx, found) => {
    const { row, status, post } = found
    if (status === 'submitted') return found
    if (!isWritable(found)) throw await staleNow(tx, found, 'You’ve already submitted this draft.')
    if (!post) throw refused(missingMessages.content)
    if (hashText(post) !== hash)
      throw await staleNow(tx, found, 'The draft changed after you opened it. Please review it again.')
    if (!row.name) throw refused(missingMessages.name)
    const updated = await updateInvite(tx, row.id, {
      status: 'submitted',
      submittedAt: sql`now()`,
      submittedHash: hash,
      authorSlug: await pickAuthorSlug(tx, { email: row.email, name: row.name }),
    })
    await notifyEditor(tx, mailing, row, 'submitted', String(row.rounds))
    return { ...found, row: updated, status: 'submitted' }
  })

/** Records that the guest approves publishing this version of the text. */
export const approveText: Decide = (db, token, hash, mailing) =>
  changeRoom(db, token, async (tx, found) => {
    const { row, status, post } = found
    if (!post || status !== 'submitted')
      throw await staleNow(tx, found, 'There’s nothing to approve right now. Reload your writing page.')
    if (hashText(post) !== hash)
      throw await staleNow(tx, found, 'The draft changed after you opened it. Please read it again.')
    if (row.approvedHash === hash) return found
    const updated = await updateInvite(tx, row.id, { approvedAt: sql`now()`, approvedHash: hash })
    await notifyEditor(tx, mailing, row, 'approved', `${row.rounds}:${hash}`)
    return { ...found, row: updated }
  })

export function markComment(db: Queryable, token: string, id: number, done: boolean): Promise<WritingRoom> {
  return changeRoom(db, token, async (tx, found) => {
    const { rowCount } = await tx
      .update(guestComments)
      .set({ doneAt: done ? sql`coalesce(${guestComments.doneAt}, now())` : null })
      .where(and(eq(guestComments.id, id), eq(guestComments.inviteId, found.row.id)))
    if (rowCount === 0) throw unknownRoom()
    return found
  })
}

/** Locks the room that the link leads to and runs `change`, which returns the changed room. */
function changeRoom(
  db: Queryable,
  token: string,
  change: (tx: Queryable, found: FoundRoom) => Promise<FoundRoom>,
): Promise<WritingRoom> {
  return db.transaction(async (tx) => {
    const found = await lockRoom(tx, token)
    if (!found) throw unknownRoom()
    if (isClosed(found)) throw closedRoom()
    return describeRoom(tx, await change(tx, found))
  })
}

/** @throws RequestProblem if the room is closed, or the link leads to none */
export async function requireRoom(db: Queryable, token: string): Promise<WritingRoom> {
  const found = await findRoom(db, token)
  if (found.state === 'open') return found.room
  throw found.state === 'closed' ? closedRoom() : unknownRoom()
}

const unknownRoom = () =>
  new RequestProblem('not-found', {
    detail:
      'This link no longer works. What you typed is kept on this device. Ask the editor for a new link.',
  })

export const closedMessage =
  'This writing page is closed, or your draft is with the editor. Open your link again to see its status.'

const closedRoom = () => new RequestProblem('gone', { detail: closedMessage })

/** Someone else has changed the text, or its status. */
export const stale = (current: WritingRoom, detail: string) =>
  new RequestProblem('conflict', { detail, extensions: { current } })

const staleNow = async (tx: Queryable, found: FoundRoom, detail: string) =>
  stale(await describeRoom(tx, found), detail)

const refused = (detail: string) => new RequestProblem('not-accepted', { detail })

/** Refuses pictures that the guest did not upload, unless the editor has put them into the text. */
async function checkPictures(
  tx: Queryable,
  { row, post }: FoundRoom,
  { content, photoUrl }: RoomRequest,
): Promise<void> {
  const own = await findOwnPictures(tx, row.id, [content, photoUrl])
  const known = new Set([...own, ...findPictureNames(post?.content ?? '')])
  if (findPictureNames(content).some((name) => !known.has(name)))
    throw refused('One of the images isn’t yours. Remove it, or upload it here.')
  const photo = photoUrl === '' ? undefined : readMediaAddress(photoUrl)
  if (photoUrl !== '' && !(photo && own.has(photo.name)))
    throw refused('Your photo is missing. Please choose it again.')
}

/** Finds the pictures in the texts that this guest has uploaded, and returns their names. */
async function findOwnPictures(tx: Queryable, inviteId: number, texts: string[]): Promise<Set<string>> {
  const names = texts.flatMap(findPictureNames)
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.inviteId, inviteId), inArray(media.name, names)))
  return new Set(rows.map((row) => row.name))
}

/** Saves the text as a post. A changed profile or reply alone does not create a new version of the post. */
async function saveText(
  tx: Queryable,
  found: FoundRoom,
  { title, content, name, version }: RoomRequest,
): Promise<Post | undefined> {
  const { row, post } = found
  const author = name || nameOf(row)
  const isRenamed = author !== (row.name ?? '')
  const hasText = title.trim() !== '' && textOf(content).trim() !== ''
  const isSame = post && !isRenamed && title.trim() === post.title && content === post.content
  if ((!hasText && !post) || isSame) return post
  const saved = await savePost(
    tx,
    // Guests have no account, and no account has the id 0. Like helpers, they cannot publish.
    { id: 0, username: `${author} (guest)`, role: 'helper' },
    {
      title,
      content,
      excerpt: post && !isCutExcerpt(post.excerpt, post.content) ? post.excerpt : '',
      autosave: true,
      ...((isRenamed || !post) && { author }),
      // A guest who has not seen the post sends no version. Version 0 never exists, so a different text is a conflict.
      ...(post && { id: post.id, version: version ?? 0 }),
    },
    { isClean: true },
  )
  switch (saved.outcome) {
    case 'saved':
      return saved.post
    case 'invalid':
    case 'forbidden':
      throw refused(saved.detail)
    case 'stale':
      throw await staleNow(tx, found, staleMessages.changedByEditor)
    case 'missing':
      throw closedRoom()
  }
}
