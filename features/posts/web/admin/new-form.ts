import { paths } from '../../../../core/contract/paths.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Post } from '../../contract/posts.ts'
import type { Proposal } from './ai-proposal.tsx'

type NewForm = { proposal?: Proposal | undefined; saved?: Post | undefined }

let next: NewForm | undefined

/**
 * Opens an empty post form and focuses it. The form shows the proposal (AI text to accept or reject), and says where the
 * post is that was saved just before, if given.
 */
export async function openNewForm(opened: NewForm = {}): Promise<void> {
  next = opened
  if (!(await navigate(paths.adminTab('create')))) next = undefined
}

/** Leaves a form that is done: to an empty form after a post, and to the list after a page, of which there are few. */
export async function leaveForm(kind: PostKind, saved?: Post): Promise<void> {
  if (kind === 'page') await navigate(postPaths.adminOwnPages)
  else await openNewForm({ saved })
}

/** Called by the form that `openNewForm` opened. Returns the request once; undefined on later calls. */
export function takeNewForm(): NewForm | undefined {
  const taken = next
  next = undefined
  return taken
}
