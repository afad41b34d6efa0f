import { createHash } from 'node:crypto'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { AppliedAction, LedgerAction, LedgerEntry } from '../../contracts/disclosure.ts'
import type { Queryable } from '../db/connect.ts'
import { aiActions, users } from '../db/schema.ts'

/** Days after which an action that no post was made of is forgotten. */
const unboundDays = 90

export type DoneAction = {
  action: LedgerAction
  userId: number
  provider: string
  model: string
  /** As it left the server, and as it came back: kept as hashes only. */
  sent: string | Uint8Array
  received: string
  /** Of a text that was written from a topic alone (server/posts/text-fingerprint.ts). */
  textHash?: string | undefined
}

/** Notes what an AI service has answered. The id goes along with the answer, so that a save can tell what became of it. */
export async function recordAction(db: Queryable, done: DoneAction): Promise<string> {
  const { sent, received, ...rest } = done
  const [row] = await db
    .insert(aiActions)
    .values({ ...rest, sentHash: hashOf(sent), receivedHash: hashOf(received) })
    .returning({ id: aiActions.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

const hashOf = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Notes what became of actions in a post, in the save's transaction. One that belongs to another post stays there. */
export async function bindActions(
  tx: Queryable,
  postId: number,
  applied: readonly AppliedAction[],
): Promise<void> {
  for (const { id, ...outcome } of applied)
    await tx
      .update(aiActions)
      .set({ postId, ...outcome })
      .where(and(eq(aiActions.id, id), or(isNull(aiActions.postId), eq(aiActions.postId, postId))))
}

/** The ledger of one post, oldest first. */
export async function listActions(db: Queryable, postId: number): Promise<LedgerEntry[]> {
  const rows = await db
    .select({
      id: aiActions.id,
      action: aiActions.action,
      provider: aiActions.provider,
      model: aiActions.model,
      user: users.username,
      createdAt: aiActions.createdAt,
      sentHash: aiActions.sentHash,
      receivedHash: aiActions.receivedHash,
      applied: aiActions.applied,
      fields: aiActions.fields,
    })
    .from(aiActions)
    .leftJoin(users, eq(users.id, aiActions.userId))
    .where(eq(aiActions.postId, postId))
    .orderBy(asc(aiActions.createdAt), asc(aiActions.id))
  return rows.map((row) => ({
    ...row,
    action: row.action as LedgerAction,
    applied: row.applied as LedgerEntry['applied'],
    user: row.user ?? undefined,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Forgets actions that no post was made of. */
export async function sweepActions(db: Queryable): Promise<void> {
  await db
    .delete(aiActions)
    .where(
      and(
        isNull(aiActions.postId),
        lt(aiActions.createdAt, sql`now() - make_interval(days => ${unboundDays})`),
      ),
    )
}
