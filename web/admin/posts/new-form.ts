import { paths } from '../../../contracts/paths.ts'
import { navigate } from '../history.ts'
import type { Proposal } from './ai-proposal.tsx'

type NewForm = { proposal: Proposal | undefined }

let next: NewForm | undefined

/** Opens an empty form that takes the focus, and the proposal if there is one. */
export async function openNewForm(proposal?: Proposal): Promise<void> {
  next = { proposal }
  if (!(await navigate(paths.adminTab('create')))) next = undefined
}

/** Returns what `openNewForm` left for the form that has just opened, once. */
export function takeNewForm(): NewForm | undefined {
  const taken = next
  next = undefined
  return taken
}
