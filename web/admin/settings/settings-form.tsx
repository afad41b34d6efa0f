import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { onSaveKey } from '../save-key.ts'
import { callSignedIn } from '../sign-in.tsx'
import { useUnsavedQuestion } from '../unsaved.ts'

type Saving = { problem: string; busy: boolean; save: () => Promise<void> }

/**
 * Saving a form of settings, by its button or Ctrl+S. `send` saves, or returns what the person has to mend.
 * A form with changes is not left without a question.
 */
export function useSettingsSave(
  isDirty: boolean,
  send: () => Promise<string | undefined>,
  done = 'Settings saved',
): Saving {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const toMend = await callSignedIn(send)
      if (toMend) setProblem(toMend)
      else showToast({ title: done })
    } catch (error) {
      setProblem(`Not saved. ${explainFailure(error)}`)
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
  function submit(event: FormEvent) {
    event.preventDefault()
    // The button must say that it works before the call begins.
    flushSync(() => void save())
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="form-note">{words}</p>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {children}
      <button type="submit" className="btn" aria-disabled={busy || undefined}>
        {busy ? 'Saving...' : button}
      </button>
    </form>
  )
}
