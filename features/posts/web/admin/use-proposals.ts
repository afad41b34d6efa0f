import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AppliedAction, aiFields, builtInProvider } from '../../contract/disclosure.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { hasText } from '../editor/html-text.ts'
import { builtInNote, type Proposal, type ProposedValues } from './ai-proposal.tsx'
import type { PostAutosave } from './post-autosave.ts'
import type { PostValues } from './post-values.ts'

/** A proposal of which `values` may be only a part. `offered` has all values that AI wrote. */
type Offer = Proposal & { offered: ProposedValues }
export type Proposals = Pick<ReturnType<typeof useProposals>, 'take' | 'apply'>
/** The part of a proposal that is in the form, with a function that undoes it, and a title in place of the typed one */
export type Filled = {
  offered: ProposedValues
  values: ProposedValues
  note: string
  otherTitle?: { title: string; use: () => void }
  undo: () => void
}

/**
 * Handles proposals (AI-written values that the editor accepts or rejects). Empty fields are filled in right away, with
 * an undo. Before other fields are overwritten, a dialog asks the editor; `open` is the proposal that it shows.
 */
export function useProposals(
  { form, kind }: { form: UseFormReturn<PostValues>; kind: PostKind },
  autosave: PostAutosave,
  fill: (values: Partial<PostValues>) => void,
) {
  const [open, setOpen] = useState<Offer>()
  const [filled, setFilled] = useState<Filled>()

  function take(proposal: Proposal) {
    // A page has no tags.
    const values = pick(proposal.values, (name) => kind === 'post' || name !== 'tags')
    const now = form.getValues()
    const offer = { ...proposal, offered: values }
    const isEmpty = (name: keyof ProposedValues) =>
      name === 'content'
        ? !hasText(now.content) && !now.content.includes('<img')
        : now[name].toString().trim() === ''
    fillIn(pick(values, isEmpty), offer)
    const others = pick(values, (name) => !isEmpty(name) && String(now[name]) !== String(values[name]))
    // The service wrote a text about the title that it was given, so the title stays.
    const isTitleOnly = Object.keys(others).join() === 'title' && 'content' in values
    if (isTitleOnly) offerTitle(others.title ?? '', offer)
    else if (Object.keys(others).length > 0) setOpen({ ...offer, values: others })
  }

  async function accept(values: ProposedValues) {
    if (!open) return
    await autosave.keepRevision()
    setOpen(undefined)
    fillIn(values, open)
  }

  function fillIn(values: ProposedValues, offer: Offer) {
    if (Object.keys(values).length === 0) return
    const undo = apply(values, offer)
    setFilled((now) => {
      // If empty fields were filled from the same proposal before the user accepted the rest, one Undo reverts both.
      const first = now?.offered === offer.offered ? now : undefined
      return {
        offered: offer.offered,
        values: { ...first?.values, ...values },
        note: builtInNote(offer.provider),
        undo() {
          undo()
          first?.undo()
        },
      }
    })
  }

  function offerTitle(title: string, offer: Offer) {
    const use = () => fillIn({ title }, offer)
    setFilled((now) => now && { ...now, otherTitle: { title, use } })
  }

  function undoFilled() {
    if (!filled) return
    const now = form.getValues()
    const edited = pick(filled.values, (name) => String(now[name]) !== String(filled.values[name]))
    const isEdited = Object.keys(edited).length > 0
    if (isEdited && !confirm('Undo? Your edits since then will be lost too.')) return
    filled.undo()
    setFilled(undefined)
    form.setFocus('title')
  }

  /** Puts values of a proposal into the form. Returns a function that undoes the change. */
  function apply(values: ProposedValues, offer: Offer): () => void {
    const before = form.getValues()
    const { title, content, excerpt, tags, authorType, transcript, aiActions } = before
    fill({
      ...values,
      ...(offer.provider !== builtInProvider && { authorType: 'ai' }),
      ...(offer.transcript && { transcript: offer.transcript }),
      aiActions: noteApplied(aiActions, offer, values),
    })
    return () => {
      fill({
        ...pick({ title, content, excerpt, tags }, (name) => name in values),
        authorType,
        ...(offer.transcript && { transcript }),
        aiActions: noteUndone(form.getValues('aiActions'), aiActions, offer),
      })
      offer.onUndone?.()
    }
  }

  const closeFilled = () => setFilled(undefined)
  return { open, close: () => setOpen(undefined), filled, closeFilled, take, accept, apply, undoFilled }
}

function pick(values: ProposedValues, passes: (name: keyof ProposedValues) => boolean): ProposedValues {
  const picked = { ...values }
  for (const name of aiFields) if (!(name in values && passes(name))) delete picked[name]
  return picked
}

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
