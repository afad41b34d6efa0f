import { paths } from '../../../contracts/paths.ts'
import { navigate } from '../history.ts'
import type { Proposal } from './ai-proposal.tsx'

type NewForm = { proposal: Proposal | undefined }

let next: NewForm | undefined

/** Opens an empty post form and focuses it. The form shows the proposal (AI text to accept or reject), if given. */
export async function openNewForm(proposal?: Proposal): Promise<void> {
  next = { proposal }
  if (!(await navigate(paths.adminTab('create')))) next = undefined
}

/** Called by the form that `openNewForm` opened. Returns the request once; undefined on later calls. */
export function takeNewForm(): NewForm | undefined {
  const taken = next
  next = undefined
  return taken
}
