import type { Proposal } from './ai-proposal.tsx'
import { openNewForm } from './open-new-form.ts'

let handed: Proposal | undefined

/** Opens a new form that takes this proposal. */
export function openWithProposal(proposal: Proposal): void {
  handed = proposal
  void openNewForm()
}

/** What has been handed to the new form, once. */
export function takeHanded(): Proposal | undefined {
  const proposal = handed
  handed = undefined
  return proposal
}
