import { type AppliedAction, aiFields } from '../../../contracts/disclosure.ts'
import type { Proposal, ProposedValues } from './ai-proposal.tsx'

/** Records that `values` of a proposal were applied, in addition to those of it that were applied before. */
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

/** Records that a proposal was undone: its entry is as it was before, or says that nothing was applied. */
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
