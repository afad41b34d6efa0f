import { type AppliedAction, aiFields } from '../../../contracts/disclosure.ts'
import type { Proposal, ProposedValues } from './ai-proposal.tsx'

/**
 * Returns the AI actions (how much of each AI response is in the post) after `values` of a proposal were applied to the
 * form. Other values of the same proposal may have been applied before.
 */
export function noteApplied(
  before: readonly AppliedAction[],
  { actionIds = [], offered, isPart = false }: Proposal & { offered: ProposedValues },
  values: ProposedValues,
): AppliedAction[] {
  const isWhole = Object.entries(values).every(
    ([field, value]) => String(offered[field as keyof ProposedValues]) === String(value),
  )
  const added = actionIds.map((id): AppliedAction => {
    const known = before.find((action) => action.id === id)?.fields
    const fields = aiFields.filter((field) => field in values || known?.includes(field))
    const isComplete = aiFields.every((field) => !(field in offered) || fields.includes(field))
    return { id, applied: isWhole && isComplete && !isPart ? 'all' : 'part', fields }
  })
  return [...before.filter(({ id }) => !actionIds.includes(id)), ...added]
}

/**
 * Returns the AI actions after a proposal was undone. Its action gets back the state from before the proposal, or
 * `none` if it did not exist then.
 */
export function noteUndone(
  now: readonly AppliedAction[],
  before: readonly AppliedAction[],
  { actionIds = [] }: Proposal,
): AppliedAction[] {
  return now.map((action) =>
    actionIds.includes(action.id)
      ? (before.find(({ id }) => id === action.id) ?? { ...action, applied: 'none', fields: [] })
      : action,
  )
}
