import { sql } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { type Disclosure, isByAi } from '../../contract/disclosure.ts'
import { recordActivity } from '../actions.ts'
import type { PostRow } from '../post-rows.ts'
import { type Editor, isPerson } from './editor.ts'

export const noReview = { disclosureReviewedBy: null, disclosureReviewedAt: null, reviewAsked: false }

type Save = {
  isPublished: boolean
  disclosure: Disclosure
  changesAi: boolean
  /** True if the editor was asked whether they have read the text, and said yes */
  isReviewed: boolean | undefined
}

/**
 * Columns of a post about its review after a save (docs/decisions/011-disclosure.md). A review covers the public text
 * until a save changes AI's part or comes from a program; what a person changes by hand, they have read.
 */
export function reviewAfter(editor: Editor, old: PostRow | undefined, save: Save) {
  if (!save.isPublished || !isByAi(save.disclosure)) return noReview
  if (save.isReviewed && isPerson(editor))
    return { disclosureReviewedBy: editor.username, disclosureReviewedAt: sql`now()`, reviewAsked: true }
  return old?.isPublished && isPerson(editor) && !save.changesAi ? {} : noReview
}

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
