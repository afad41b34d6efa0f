import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
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
import { useLocalValue } from './use-local-value.ts'

export type SectionValue = FieldValues<Fields>
/** Someone else saved the section while it was being edited. */
type Conflict = { theirs: SectionState; isPublished: boolean }

/** The state of a section's form: its value, its messages, and what saving it leads to */
export function useSection(section: SectionId, initial: SectionState) {
  const fields: Fields = sectionFields[section]
  const queries = useQueryClient()
  const [state, setState] = useState(initial)
  const [value, changeValue] = useState(() => toValue(initial.value))
  // Counts values that did not come from typing. It is a key of the controls, because the text editor keeps its own text.
  const [replaced, setReplaced] = useState(0)
  const [messages, setMessages] = useState<Messages>({})
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const isDirty = JSON.stringify(value) !== JSON.stringify(state.value)
  const copy = useLocalValue(section, value, isDirty)

  /** Takes over what was typed, and drops the messages of fields that are right now. */
  function setValue(next: SectionValue) {
    changeValue(next)
    const found = Object.keys(messages)
    if (found.length === 0) return
    const wrong = findMessages(fields, next)
    const left = found.filter((key) => key in wrong)
    setMessages(Object.fromEntries(left.map((key) => [key, wrong[key] ?? ''])))
    if (left.length === 0) setProblem(undefined)
  }

  function replaceValue(next: SectionValue) {
    setValue(next)
    setReplaced((count) => count + 1)
  }

  function accept(next: SectionState) {
    setState(next)
    setMessages({})
    setProblem(undefined)
    setConflict(undefined)
    copy.drop()
    void queries.invalidateQueries({ queryKey: queryKeyOf(sectionList) })
  }

  function refuse(found: Messages) {
    setMessages(found)
    const count = Object.keys(found).length
    setProblem(`Not saved. Please correct the ${count === 1 ? 'marked field' : `${count} marked fields`}.`)
  }

  const saving = useApiMutation(sectionSave, {
    onSuccess(next, { body }) {
      accept(next)
      setValue(toValue(next.value))
      showToast(
        body.isPublished
          ? { title: 'Published', description: 'Visitors see it within a second.' }
          : { title: 'Draft saved', description: 'Visitors don’t see it until you publish.' },
      )
    },
    onError(error, { body }) {
      const theirs = readConflict(error)
      if (theirs) return setConflict({ theirs, isPublished: body.isPublished })
      const invalid = z.safeParse(sectionProblem, error instanceof ApiError && error.body)
      if (invalid.success) return refuse(invalid.data.fields)
      setProblem(`Not saved. ${explainFailure(error)} What you typed is kept here.`)
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
      if (theirs) setConflict({ theirs, isPublished: false })
    },
  })

  function save(isPublished: boolean, version = state.version) {
    const found = findMessages(fields, value)
    if (Object.keys(found).length > 0) return refuse(found)
    setMessages({})
    setProblem(undefined)
    saving.run({ params: { section }, body: { version, value, isPublished } })
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
    conflict,
    busy: saving.busy || resetting.busy,
    save,
    reset: (to: 'published' | 'original') =>
      resetting.run({ params: { section }, body: { version: state.version, to } }),
    keepMine() {
      if (!conflict) return
      const { theirs, isPublished } = conflict
      setConflict(undefined)
      setState(theirs)
      save(isPublished, theirs.version)
    },
    takeTheirs() {
      if (!conflict) return
      accept(conflict.theirs)
      replaceValue(toValue(conflict.theirs.value))
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

function readConflict(error: unknown): SectionState | undefined {
  const stale = z.safeParse(sectionConflict, error instanceof ApiError && error.body)
  return stale.success ? stale.data.current : undefined
}
