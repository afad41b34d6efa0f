import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { explainFailure } from '../../api-failures.ts'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { onSaveKey } from '../../ui/save-shortcut.ts'
import { showToast } from '../../ui/toast.ts'
import { callSignedIn } from '../sign-in.tsx'
import { useUnsavedQuestion } from '../use-leave-guard.ts'

/** What keeps a form from being saved; the fields are listed under the message, each with a link to it. */
type Problem = { message: string; fields?: FieldError[] }
type Saving = { problem: Problem | undefined; busy: boolean; save: () => Promise<void> }

/**
 * Saves a settings form, by its button or Ctrl+S. `send` saves, or returns what has to be fixed first. A form with
 * changes is not left without a question.
 */
export function useSettingsSave(
  isDirty: boolean,
  send: () => Promise<string | Problem | undefined>,
  done = 'Settings saved',
): Saving {
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const toFix = await callSignedIn(send)
      if (toFix) setProblem(typeof toFix === 'string' ? { message: toFix } : toFix)
      else showToast({ title: done })
    } catch (error) {
      setProblem({ message: `Not saved. ${explainFailure(error)}` })
    }
    setBusy(false)
  }

  const latest = useRef(save)
  latest.current = save
  useEffect(() => onSaveKey(() => void latest.current()), [])
  useUnsavedQuestion(isDirty)
  return { problem, busy, save }
}

export function SettingsForm({
  saving: { problem, busy, save },
  words,
  button = 'Save settings',
  children,
}: {
  saving: Saving
  words: string
  button?: string
  children: ReactNode
}) {
  const summary = useRef<HTMLDivElement>(null)
  // A message at the head of a long form is out of sight, so it takes the focus each time there is one.
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])

  // Browsers bring the input into view, but not the hint below it.
  function showHint({ key, target }: KeyboardEvent<HTMLFormElement>) {
    if (key === 'Tab' && target instanceof Element)
      target.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // The button says "Saving..." before the call begins.
    flushSync(() => void save())
  }
  return (
    <form className="form" noValidate onSubmit={submit} onKeyUp={showHint}>
      <p className="form-note">{words}</p>
      {problem && <ErrorSummary {...problem} ref={summary} />}
      {children}
      <div className="settings-save">
        <button type="submit" className="btn" aria-disabled={busy || undefined}>
          {busy ? 'Saving...' : button}
        </button>
      </div>
    </form>
  )
}
