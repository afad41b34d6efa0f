import { paths } from '../../../../core/contract/paths.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Proposal } from './ai-proposal.tsx'

type NewForm = { proposal: Proposal | undefined }

let next: NewForm | undefined

/** Opens an empty post form and focuses it. The form shows the proposal (AI text to accept or reject), if given. */
export async function openNewForm(proposal?: Proposal): Promise<void> {
  next = { proposal }
  if (!(await navigate(paths.adminTab('create')))) next = undefined
}

/** Leaves a form that is done: to an empty form after a post, and to the list after a page, of which there are few. */
export async function leaveForm(kind: PostKind): Promise<void> {
  if (kind === 'page') await navigate(postPaths.adminOwnPages)
  else await openNewForm()
}

/** Called by the form that `openNewForm` opened. Returns the request once; undefined on later calls. */
export function takeNewForm(): NewForm | undefined {
  const taken = next
  next = undefined
  return taken
}
