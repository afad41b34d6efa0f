import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Endpoint, ResponseBody } from '../../../contracts/endpoint.ts'
import type { CallInput } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Form } from '../../ui/form.tsx'
import { useSaveShortcut } from '../../ui/save-shortcut.ts'
import { showToast } from '../../ui/toast.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'

/** Why a form was not saved. `fields` are listed below the message, with a link to each field. */
type Problem = { message: string; fields?: FieldError[] }
type Saving = { problem: Problem | undefined; busy: boolean; save: () => void }

type SaveOptions<E extends Endpoint> = {
  /** True if the form has unsaved changes. The user is then asked before leaving the form. */
  isDirty: boolean
  /** Reads the form. Returns the request to send, or the problem that the user has to fix first. */
  read(): CallInput<E> | Problem
  /** Key of the query that loaded the settings. The response of the save replaces the cached data. */
  queryKey?: QueryKey
  onSaved(response: ResponseBody<E>): unknown
  /** Shows the server's refusal at a field. Returns the problem, or undefined to show the refusal above the fields. */
  onRefused?(error: Error): Problem | undefined
  /** Title of the toast after saving. */
  success?: string
}

/** Saves a settings form when the user clicks its button or presses Ctrl+S. */
export function useSettingsSave<E extends Endpoint>(endpoint: E, options: SaveOptions<E>): Saving {
  const { isDirty, read, queryKey, onSaved, onRefused, success = 'Settings saved' } = options
  const queries = useQueryClient()
  const [problem, setProblem] = useState<Problem>()
  const { run, busy } = useApiMutation(endpoint, {
    async onSuccess(response) {
      if (queryKey) queries.setQueryData(queryKey, response)
      await onSaved(response)
      showToast({ title: success })
    },
    onError: (error) => setProblem(onRefused?.(error) ?? { message: `Not saved. ${explainFailure(error)}` }),
  })

  function save() {
    if (busy) return
    const request = read()
    const isProblem = 'message' in request
    setProblem(isProblem ? request : undefined)
    if (!isProblem) run(request)
  }

  // A tab may have several forms. The shortcut saves those that have changes.
  useSaveShortcut(() => isDirty && save())
  useUnsavedQuestion(isDirty)
  return { problem, busy, save }
}

type SettingsFormProps = {
  saving: Saving
  /** Text above the fields. */
  note: string
  button?: string
  /** True for a form that makes something new. Its button stays below its fields, which may be few. */
  isShort?: boolean
  children: ReactNode
}

export function SettingsForm({
  saving: { problem, busy, save },
  note,
  button = 'Save settings',
  isShort = false,
  children,
}: SettingsFormProps) {
  const summary = useRef<HTMLDivElement>(null)
  // The message is at the top of the form and may be out of view, so it takes the focus.
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])

  // When the user tabs to a field, browsers scroll the input into view, but not the hint below the input.
  function showHint({ key, target }: KeyboardEvent<HTMLFormElement>) {
    if (key === 'Tab' && target instanceof Element)
      target.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Form onSubmit={save} onKeyUp={showHint}>
      <p className="form-note">{note}</p>
      {problem && <ErrorSummary {...problem} ref={summary} />}
      {children}
      <div className={isShort ? undefined : 'settings-save'}>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : button}
        </Button>
      </div>
    </Form>
  )
}
