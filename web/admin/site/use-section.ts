import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fitTyped } from '../../../contracts/site-content/complete.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import { firstMessages } from '../../../contracts/site-content/messages.ts'
import { schemaOf } from '../../../contracts/site-content/schema.ts'
import {
  type SectionState,
  sectionConflict,
  sectionList,
  sectionProblem,
  sectionReset,
  sectionSave,
} from '../../../contracts/site-content/section-api.ts'
import { type SectionId, sectionFields } from '../../../contracts/site-content/sections.ts'
import { ApiError } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { showToast } from '../../ui/toast.ts'
import { queryKeyOf } from '../api.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import type { Messages } from './field-path.ts'
import { mergeChanges } from './merge-changes.ts'
import { useLocalValue } from './use-local-value.ts'

export type SectionValue = FieldValues<Fields>
/** Someone else saved the section while it was being edited. */
type Conflict = {
  theirs: SectionState
  /** The changes made here, on top of theirs */
  mine: SectionValue
  isPublished: boolean
}

/** The state of a section's form: its value, its messages, and what saving it leads to */
export function useSection(section: SectionId, initial: SectionState) {
  const fields: Fields = sectionFields[section]
  const queries = useQueryClient()
  const [state, setState] = useState(initial)
  const [value, showValue] = useState(() => toValue(initial.value))
  // Counts values that did not come from typing. It is a key of the controls, because the text editor keeps its own text.
  const [replaced, setReplaced] = useState(0)
  const [messages, setMessages] = useState<Messages>({})
  // An object, so that each refusal is a new one, even with the same words.
  const [problem, setProblem] = useState<{ text: string }>()
  const [conflict, setConflict] = useState<Conflict>()
  const isDirty = JSON.stringify(value) !== JSON.stringify(state.value)
  const copy = useLocalValue(section, { value, version: state.version, base: state.value, isDirty })

  /** Drops the messages of fields that have changed. The positions in their paths may be those of other items now. */
  function setValue(next: SectionValue) {
    const kept = Object.entries(messages).filter(([key]) => valueAt(next, key) === valueAt(value, key))
    if (kept.length < Object.keys(messages).length) {
      setMessages(Object.fromEntries(kept))
      if (kept.length === 0) setProblem(undefined)
    }
    showValue(next)
  }

  function replaceValue(next: SectionValue) {
    setMessages({})
    setProblem(undefined)
    showValue(next)
    setReplaced((count) => count + 1)
  }

  /** Puts the kept value into the form, with its version: if someone has saved since, saving it leads to a conflict. */
  function restoreCopy() {
    if (!copy.kept) return
    const { value: typed, version, base } = copy.kept
    setState({ ...state, version, value: base })
    // The copy may be older than the fields of this version.
    replaceValue(fitTyped(fields, typed))
    copy.drop()
  }

  function accept(next: SectionState, { keepsCopy = false } = {}) {
    setState(next)
    setMessages({})
    setProblem(undefined)
    setConflict(undefined)
    if (!keepsCopy) copy.drop()
    void queries.invalidateQueries({ queryKey: queryKeyOf(sectionList) })
  }

  function refuse(found: Messages) {
    setMessages(found)
    const isOne = Object.keys(found).length === 1
    setProblem({ text: `Not saved. Please correct the marked ${isOne ? 'field' : 'fields'}.` })
  }

  const saving = useApiMutation(sectionSave, {
    onSuccess(next, { body }) {
      // What was typed while the request was on its way stays, as changes that are not saved yet.
      const isCurrent = value === body.value
      accept(next, { keepsCopy: !isCurrent })
      if (isCurrent) showValue(toValue(next.value))
      showToast(
        body.isPublished
          ? { title: 'Published', description: 'Visitors see it within a second.' }
          : { title: 'Draft saved', description: 'Visitors don’t see it until you publish.' },
      )
    },
    onError(error, { body }) {
      const theirs = readConflict(error)
      if (theirs) return setConflict({ theirs, mine: mergeWith(theirs), isPublished: body.isPublished })
      const invalid = z.safeParse(sectionProblem, error instanceof ApiError && error.body)
      if (invalid.success) return refuse(invalid.data.fields)
      setProblem({ text: `Not saved. ${explainFailure(error)} What you typed is kept here.` })
    },
  })

  const resetting = useApiMutation(sectionReset, {
    failure: 'Nothing was changed.',
    onSuccess(next, { body }) {
      accept(next)
      replaceValue(toValue(next.value))
      showToast({
        title: body.to === 'original' ? 'The original is back' : 'Draft discarded',
        description: 'Your version stays in Version history.',
      })
    },
    onError(error) {
      const theirs = readConflict(error)
      if (theirs) setConflict({ theirs, mine: mergeWith(theirs), isPublished: false })
    },
  })

  const mergeWith = (theirs: SectionState) =>
    mergeChanges(fields, { base: toValue(state.value), theirs: toValue(theirs.value), mine: value })

  function save(isPublished: boolean, next = value, version = state.version) {
    const found = findMessages(fields, next)
    if (Object.keys(found).length > 0) return refuse(found)
    setMessages({})
    setProblem(undefined)
    saving.run({ params: { section }, body: { version, value: next, isPublished } })
  }

  return {
    fields,
    state,
    value,
    setValue,
    replaceValue,
    replaced,
    messages,
    problem,
    isDirty,
    copy,
    restoreCopy,
    conflict,
    busy: saving.busy || resetting.busy,
    save,
    reset: (to: 'published' | 'original') =>
      resetting.run({ params: { section }, body: { version: state.version, to } }),
    keepMine() {
      if (!conflict) return
      const { theirs, mine, isPublished } = conflict
      setConflict(undefined)
      setState(theirs)
      replaceValue(mine)
      save(isPublished, mine, theirs.version)
    },
    takeTheirs() {
      if (!conflict) return
      const { theirs, mine } = conflict
      accept(theirs)
      replaceValue(toValue(theirs.value))
      showToast({
        title: 'Their version is in the form',
        stays: true,
        actions: [
          {
            label: 'Bring mine back',
            altText: 'Put your version back into the form',
            run: () => replaceValue(mine),
          },
        ],
      })
    },
    postpone: () => setConflict(undefined),
  }
}

function findMessages(fields: Fields, value: SectionValue): Messages {
  const checked = z.safeParse(schemaOf(fields), value)
  return checked.success ? {} : firstMessages(checked.error.issues)
}

// The cast is safe: the server completes each stored value to the fields of the section.
export const toValue = (value: unknown) => value as SectionValue

/** The part of a section's value that a message such as `list.2.name` is about */
const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => Object(part)[name], value)

function readConflict(error: unknown): SectionState | undefined {
  const stale = z.safeParse(sectionConflict, error instanceof ApiError && error.body)
  return stale.success ? stale.data.current : undefined
}
