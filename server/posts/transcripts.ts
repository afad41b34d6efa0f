import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { postTranscripts } from '../db/schema.ts'

/** Keeps what a post was made from, in the save's own transaction. A blank one takes nothing away. */
export async function keepTranscript(tx: Queryable, postId: number, text: string | undefined): Promise<void> {
  if (!text?.trim()) return
  await tx
    .insert(postTranscripts)
    .values({ postId, text })
    .onConflictDoUpdate({ target: postTranscripts.postId, set: { text } })
}

/** Empty where there is none. */
export async function readTranscript(db: Queryable, postId: number): Promise<string> {
  const [row] = await db
    .select({ text: postTranscripts.text })
    .from(postTranscripts)
    .where(eq(postTranscripts.postId, postId))
  return row?.text ?? ''
}
