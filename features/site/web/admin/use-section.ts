import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { Fields } from '../../../../core/contract/site-content/fields.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { keptQuestion, useEditSave } from '../../../../core/web/admin/record-form.tsx'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { ApiError, call } from '../../../../core/web/api.ts'
import { explainFailure, hasStatus } from '../../../../core/web/api-failures.ts'
import { FormEdit } from '../../../../core/web/editing/record/form-edit.ts'
import type { Version } from '../../../../core/web/editing/record/record-edit.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { firstMessages } from '../../contract/site-content/messages.ts'
import { schemaOf } from '../../contract/site-content/schema.ts'
import type { Section } from '../../contract/site-content/section.ts'
import {
  type SectionState,
  sectionList,
  sectionProblem,
  sectionReset,
  sectionSave,
} from '../../contract/site-content/section-api.ts'
import type { Messages } from './field-path.ts'
import { type SectionValue, sectionRecord } from './section-record.ts'

/** What is typed in a section's form and not saved yet */
export type Unsaved = {
  section: Section
  value: SectionValue
  /** Saves it as a draft. Resolves to the new version; undefined if the form says why it was not saved. */
  save: () => Promise<number | undefined>
}

/** The state of a section's form: its value, its messages, and what saving it leads to */
export function useSection(section: Section, initial: SectionState) {
  const [edit] = useState(() => new FormEdit(sectionRecord(section), initial))
  const { saved: state, dirty } = useSyncExternalStore(edit.store.subscribe, edit.store.read)
  const value = useSyncExternalStore(edit.store.subscribe, () => edit.values)
  // Counts values that did not come from typing. It is a key of the controls, because the text editor keeps its own text.
  const [replaced, setReplaced] = useState(0)
  const [messages, setMessages] = useState<Messages>({})
  // An object, so that each refusal is a new one, even with the same words.
  const [problem, setProblem] = useState<{ message: string }>()
  const explain = (message: string) => setProblem({ message })
  const { isPublishing, ...saving } = useSaving(section.id, edit, refuse, explain)

  useEffect(() => edit.open(), [edit])
  useEffect(
    () =>
      edit.onLoad(() => {
        setMessages({})
        setProblem(undefined)
        setReplaced((count) => count + 1)
      }),
    [edit],
  )

  function refuse(found: Messages) {
    setMessages(found)
    const isOne = Object.keys(found).length === 1
    setProblem({ message: `Not saved. Please correct the marked ${isOne ? 'field' : 'fields'}.` })
  }

  function check(): boolean {
    const found = findMessages(section.fields, edit.values)
    const isRight = Object.keys(found).length === 0
    if (isRight) {
      setMessages({})
      setProblem(undefined)
    } else refuse(found)
    return isRight
  }

  function save(isPublished: boolean) {
    if (check()) saving.save(isPublished)
  }

  const saveDraft = async () => (check() ? saving.saveDraft() : undefined)

  return {
    edit,
    fields: section.fields,
    state,
    value,
    /** Drops the messages of fields that have changed. The positions in their paths may be those of other items now. */
    setValue(next: SectionValue) {
      const kept = Object.entries(messages).filter(([key]) => valueAt(next, key) === valueAt(value, key))
      if (kept.length < Object.keys(messages).length) {
        setMessages(Object.fromEntries(kept))
        if (kept.length === 0) setProblem(undefined)
      }
      edit.change(next)
    },
    replaced,
    messages,
    problem,
    isDirty: dirty,
    busy: saving.busy,
    save,
    saveDraft,
    /** Keeps a draft before the form is left. If that fails, asks. */
    async leave() {
      if ((await saveDraft()) !== undefined) return true
      return edit.state.conflict === undefined && confirm(keptQuestion)
    },
    reset: saving.reset,
    keepMine: () => save(isPublishing),
  }
}

/** The requests of a section's form */
function useSaving(
  section: string,
  edit: FormEdit<SectionValue, SectionState>,
  refuse: (found: Messages) => void,
  explain: (problem: string) => void,
) {
  const queries = useQueryClient()
  const reloadList = () => void queries.invalidateQueries({ queryKey: queryKeyOf(sectionList) })
  // What a save does once the user has chosen between two versions. After anything else it makes a draft.
  const [isPublishing, setPublishing] = useState(false)

  const send = (value: SectionValue, version: Version, isPublished: boolean) =>
    call(sectionSave, { params: { section }, body: { version: Number(version), value, isPublished } })

  function onError(error: unknown) {
    const invalid = z.safeParse(sectionProblem, error instanceof ApiError && error.body)
    if (invalid.success) refuse(invalid.data.fields)
    else explain(`Not saved. ${explainFailure(error)} What you typed is kept here.`)
  }

  const saving = useEditSave<SectionValue, SectionState, boolean>(edit, {
    send: (value, { how: isPublished, version }) => send(value, version, isPublished),
    onSaved(_, isPublished, note) {
      reloadList()
      showToast(
        isPublished
          ? { title: 'Published', description: note ?? 'Visitors see it within a second.' }
          : { title: 'Draft saved', description: note ?? 'Visitors don’t see it until you publish.' },
      )
    },
    onError,
  })

  const resetting = useApiMutation(sectionReset, {
    failure: 'Nothing was changed.',
    onSuccess(next, { body }) {
      edit.accept(next)
      reloadList()
      showToast({
        title: body.to === 'original' ? 'The original is back' : 'Draft discarded',
        description: 'Your version stays in Version history.',
      })
    },
    onError(error) {
      if (hasStatus(error, 409)) edit.meetCurrent(error.body)
    },
  })

  return {
    busy: saving.busy || resetting.busy,
    isPublishing,
    save(isPublished: boolean) {
      setPublishing(isPublished)
      saving.run(isPublished)
    },
    async saveDraft(): Promise<number | undefined> {
      setPublishing(false)
      const outcome = await edit.saveWith(
        (value, version) => callSignedIn(() => send(value, version, false)),
        false,
      )
      if (outcome.ok) {
        reloadList()
        return outcome.saved.version
      }
      if (!edit.state.conflict) onError(outcome.error)
      return undefined
    },
    reset(to: 'published' | 'original') {
      setPublishing(false)
      resetting.run({ params: { section }, body: { version: edit.state.saved.version, to } })
    },
  }
}

function findMessages(fields: Fields, value: SectionValue): Messages {
  const checked = z.safeParse(schemaOf(fields), value)
  return checked.success ? {} : firstMessages(checked.error.issues)
}

/** The part of a section's value that a message such as `list.2.name` is about */
const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => Object(part)[name], value)
