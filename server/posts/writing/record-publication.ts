import { type ActingUser, recordActivity } from '../../activity/record-activity.ts'
import type { Queryable } from '../../db/connect.ts'
import type { PostRow } from '../post-rows.ts'

/** Records in Activity if a save has published, scheduled, or unpublished a post, or taken it out of the trash. */
export async function recordPublication(
  tx: Queryable,
  editor: ActingUser,
  old: PostRow | undefined,
  row: PostRow,
): Promise<void> {
  const by = actorOf(editor)
  const about = ['post', row.id] as const
  if (old?.deletedAt) await recordActivity(tx, { action: 'post-restored', by, about })
  // Both times are of this transaction, so that the clocks of the app and the database may differ.
  const before = old ? stateOf(old, row.updatedAt) : 'draft'
  const after = stateOf(row, row.updatedAt)
  if (after === before) return
  if (after === 'draft') await recordActivity(tx, { action: 'post-unpublished', by, about })
  else if (after === 'public') await recordActivity(tx, { action: 'post-published', by, about })
  else await recordActivity(tx, { action: 'post-scheduled', by, about, details: { for: after } })
}

/** Sample posts and guests' saves have no user (id 0). */
export const actorOf = (editor: ActingUser) => (editor.id === 0 ? ('server' as const) : editor)

/** For a scheduled post, its time */
function stateOf({ isPublished, publishedAt }: PostRow, now: Date): 'draft' | 'public' | (string & {}) {
  if (!isPublished) return 'draft'
  return publishedAt > now ? publishedAt.toISOString() : 'public'
}
