import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { blogPosts } from '../../posts/schema.ts'
import { isPublic } from '../../posts/server/post-rows.ts'
import { findPostById } from '../../posts/server/reading/find-post.ts'
import type { Review } from '../contract/reviews.ts'
import { authorInvites } from '../schema.ts'
import { listComments } from './comments.ts'
import { type Mailing, mailPublished, mailRequestedChanges } from './invite-mails.ts'
import { findInvite, toInvite } from './invite-rows.ts'
import { findMailsToSend } from './to-send.ts'
import { describeDraft, isEdited, toGuestText } from './writing-room.ts'

/** Finds an invitation with its text and comments. `byHand`: without a mail server, an admin sends the emails. */
export async function findReview(
  db: Queryable,
  inviteId: number,
  byHand: boolean,
): Promise<Review | undefined> {
  const found = await findInvite(db, eq(authorInvites.id, inviteId))
  if (!found) return undefined
  const { row, status } = found
  const post = row.postId === null ? undefined : await findPostById(db, row.postId)
  const toSend = byHand ? await findMailsToSend(db, [found]) : undefined
  return {
    invite: toInvite(row, status, toSend?.get(row.id)),
    delivery: byHand ? 'outbox' : 'sent',
    ...(await describeDraft(db, row, post)),
  }
}

/** Gives a submitted text back to its guest author for changes. Returns false if the text is not submitted. */
export async function requestChanges(
  db: Queryable,
  inviteId: number,
  message: string,
  mailing: Mailing,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(authorInvites)
      .set({
        status: 'changes_requested',
        submittedAt: null,
        rounds: sql`${authorInvites.rounds} + 1`,
        changesMessage: message || null,
      })
      .where(
        and(
          eq(authorInvites.id, inviteId),
          eq(authorInvites.status, 'submitted'),
          sql`exists (select 1 from ${blogPosts} where ${blogPosts.id} = ${authorInvites.postId} and not ${blogPosts.isPublished})`,
        ),
      )
      .returning()
    if (!row) return false
    const hasComments = (await listComments(tx, inviteId)).some(({ doneAt }) => !doneAt)
    await mailRequestedChanges(tx, mailing, row, { message, hasComments })
    return true
  })
}

/** Emails each guest once when their text is public. Any number of instances may run this at the same time. */
export async function announcePublications(db: Queryable, mailing: () => Promise<Mailing>): Promise<void> {
  if ((await db.$count(authorInvites, isUnannounced)) === 0) return
  const sender = await mailing()
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(authorInvites)
      .set({ status: 'published', publishedAt: sql`now()` })
      .where(isUnannounced)
      .returning()
    for (const row of rows) {
      const post = row.postId === null ? undefined : await findPostById(tx, row.postId)
      // A guest whose personal data was deleted has no address.
      if (!post || row.email === '') continue
      const { title, slug } = post
      await mailPublished(tx, sender, row, { title, slug, isEdited: isEdited(row, toGuestText(post)) })
    }
  })
}

/** Matches guests whose text is public, and who do not know it yet */
const isUnannounced = and(
  inArray(authorInvites.status, ['accepted', 'submitted', 'changes_requested']),
  sql`exists (select 1 from ${blogPosts} where ${blogPosts.id} = ${authorInvites.postId} and ${isPublic})`,
)
