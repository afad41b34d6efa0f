import { sql } from 'drizzle-orm'
import { type Disclosure, isByAi } from '../../../contracts/disclosure.ts'
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
