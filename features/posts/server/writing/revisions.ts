import { and, desc, eq, getTableColumns, notInArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { displayNameOf } from '../../../accounts/server/display-name.ts'
import { postFieldNames } from '../../contract/posts.ts'
import type { Revision, RevisionWithText } from '../../contract/revisions.ts'
import { postRevisions, postTranscripts } from '../../schema.ts'
import { type FieldColumns, toWireFields } from '../post-rows.ts'

const maxRevisions = 50
/** Autosaves by the same user within this time are merged into one revision. */
const autosaveMinutes = 10
/** An autosave that removes more characters of HTML than this is kept as a separate revision. */
const maxUnkeptLoss = 200

/** Stores a revision of a post that has just been saved, in the save's transaction, and deletes the oldest ones. */
export async function keepRevision(
  tx: Queryable,
  postId: number,
  fields: FieldColumns & { version: number },
  by: { savedBy: string; cause: Revision['cause'] },
): Promise<void> {
  const values = { ...fields, ...by, savedAt: sql`now()` }
  if (by.cause === 'autosave') {
    const [last] = await tx
      .select()
      .from(postRevisions)
      .where(
        and(
          eq(postRevisions.postId, postId),
          sql`${postRevisions.startedAt} > now() - make_interval(mins => ${autosaveMinutes})`,
        ),
      )
      .orderBy(desc(postRevisions.id))
      .limit(1)
    const isOneWith = last?.cause === 'autosave' && last.savedBy === by.savedBy
    if (isOneWith && countLost(last.content, fields.content) <= maxUnkeptLoss) {
      await tx.update(postRevisions).set(values).where(eq(postRevisions.id, last.id))
      return
    }
  }
  await tx.insert(postRevisions).values({ ...values, postId })
  const newest = tx
    .select({ id: postRevisions.id })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
    .orderBy(desc(postRevisions.id))
    .limit(maxRevisions)
  await tx
    .delete(postRevisions)
    .where(and(eq(postRevisions.postId, postId), notInArray(postRevisions.id, newest)))
}

/**
 * Counts the characters of the old text that are left after removing the prefix and the suffix that both texts share.
 */
function countLost(old: string, now: string): number {
  const shorter = Math.min(old.length, now.length)
  let begin = 0
  while (begin < shorter && old.charCodeAt(begin) === now.charCodeAt(begin)) begin++
  let end = 0
  while (
    end < shorter - begin &&
    old.charCodeAt(old.length - 1 - end) === now.charCodeAt(now.length - 1 - end)
  )
    end++
  return old.length - begin - end
}

/** The revisions of a post, newest first, without their content */
export async function listRevisions(db: Queryable, postId: number): Promise<Revision[]> {
  const rows = await db
    .select({
      id: postRevisions.id,
      version: postRevisions.version,
      title: postRevisions.title,
      savedAt: postRevisions.savedAt,
      savedBy: displayNameOf(postRevisions.savedBy),
      cause: postRevisions.cause,
    })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
    .orderBy(desc(postRevisions.id))
  return rows.map(withIsoTimes)
}

export async function findRevision(
  db: Queryable,
  postId: number,
  revisionId: number,
): Promise<RevisionWithText | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(postRevisions), savedBy: displayNameOf(postRevisions.savedBy) })
    .from(postRevisions)
    .where(isRevision(postId, revisionId))
  if (!row) return undefined
  const { id, version, cause, savedBy, savedAt } = row
  return { id, version, cause, savedBy, savedAt: savedAt.toISOString(), ...toWireFields(row, postFieldNames) }
}

export async function findRevisionRow(db: Queryable, postId: number, revisionId: number) {
  const [row] = await db.select().from(postRevisions).where(isRevision(postId, revisionId))
  return row
}

const isRevision = (postId: number, revisionId: number) =>
  and(eq(postRevisions.postId, postId), eq(postRevisions.id, revisionId))

/** The transcript or document that a post was generated from; empty if there is none */
export async function readTranscript(db: Queryable, postId: number): Promise<string> {
  const [row] = await db
    .select({ text: postTranscripts.text })
    .from(postTranscripts)
    .where(eq(postTranscripts.postId, postId))
  return row?.text ?? ''
}
