import type { Role } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { type PostAction, postRefusal } from '../../contract/post-rights.ts'
import { hasBeenPublic, type PostRow } from '../post-rows.ts'

/** The user who changes a post. `username` is recorded in the revision; `tokenId` if a program uses their API token. */
export type Editor = { id: number; username: string; role: Role; tokenId?: number | undefined }

/** False for programs with an API token, and for sample posts and guests' saves (id 0) */
export const isPerson = ({ id, tokenId }: Editor) => id !== 0 && tokenId === undefined

/** Why the user may not do this with the post, as a sentence; undefined if they may */
export function refusalOf(action: PostAction, user: Editor, row: PostRow): string | undefined {
  return postRefusal(action, user, { ...row, hasBeenPublic: hasBeenPublic(row) })
}

/**
 * Refuses what the user may not do with the post.
 * @throws RequestProblem with the reason
 */
export function requirePostRight(action: PostAction, user: Editor, row: PostRow): void {
  const detail = refusalOf(action, user, row)
  if (detail) throw new RequestProblem('role-too-low', { detail })
}
