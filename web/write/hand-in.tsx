import { useRef, useState } from 'react'
import { roomConflict } from '../../contracts/invites.ts'
import { explainFailure, hasStatus } from '../api-failures.ts'
import { hasText } from '../editing/html-text.ts'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.ts'
import { nameFieldId } from './profile.tsx'
import { submitText } from './room-calls.ts'
import type { RoomKeeper, RoomState } from './room-keeper.ts'

type HandInProps = { token: string; keeper: RoomKeeper; state: RoomState }

/** Gives the text to the editor, after saving it. */
export function HandIn({ token, keeper, state }: HandInProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const first = useRef<HTMLButtonElement>(null)

  function ask() {
    const missing = findMissing(keeper)
    if (!missing) {
      setProblem('')
      return setOpen(true)
    }
    showToast({ title: missing.what, tone: 'destructive' })
    missing.place()?.focus()
  }

  async function handIn() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const saved = await keeper.save()
      const hash = keeper.state.room.text?.hash
      if (!saved || hash === undefined) setProblem(`Not submitted. ${keeper.state.problem ?? ''}`)
      else {
        keeper.accept(await submitText(token, hash))
        setOpen(false)
        showToast({ title: 'Submitted', description: 'We’ve let the editor know. Thank you!' })
        focusHeading()
      }
    } catch (error) {
      const current = hasStatus(error, 409) ? roomConflict.safeParse(error.body).data?.current : undefined
      if (!current) setProblem(`Not submitted. ${explainFailure(error)}`)
      else {
        // Only what the guest has read is handed in.
        setOpen(false)
        if (current.isOpen) keeper.meet(current)
        else {
          keeper.accept(current)
          focusHeading()
        }
        showToast({ title: 'Not submitted.', description: explainFailure(error), tone: 'destructive' })
      }
    }
    setBusy(false)
  }

  return (
    <>
      <button type="button" className="btn btn-small" onClick={ask}>
        {state.room.status === 'changes_requested' ? 'Submit again' : 'Submit'}
      </button>
      {open && (
        <Modal title="Submit your draft?" onClose={() => setOpen(false)} first={first}>
          {problem && <Notice tone="problem">{problem}</Notice>}
          <p>The editor will read it next. Until they reply, you can view it here but not edit it.</p>
          <div className="form-actions">
            <button
              ref={first}
              type="button"
              className="btn"
              aria-disabled={busy || undefined}
              onClick={() => void handIn()}
            >
              {busy ? 'Submitting...' : 'Submit now'}
            </button>
            <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
              Keep writing
            </button>
          </div>
        </Modal>
      )}
    </>
  )
}

/** Of the page that takes the form's place. */
function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector('h1')?.focus())
}

function findMissing({ values }: RoomKeeper) {
  if (values.title.trim() === '')
    return {
      what: 'Give your draft a title first.',
      place: () => document.querySelector<HTMLElement>('.title-row textarea'),
    }
  if (!hasText(values.content))
    return {
      what: 'Write your draft first.',
      place: () => document.querySelector<HTMLElement>('[role=textbox][aria-label=Content]'),
    }
  if (values.name.trim() === '')
    return {
      what: 'Enter your name first, the way readers will see it.',
      place: () => document.getElementById(nameFieldId),
    }
  return undefined
}
