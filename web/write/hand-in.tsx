import { useRef, useState } from 'react'
import { roomConflict } from '../../contracts/invites.ts'
import { explainFailure, hasStatus } from '../admin/api.ts'
import { Modal } from '../admin/modal.tsx'
import { hasText } from '../admin/posts/post-values.ts'
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
      if (!saved || hash === undefined) setProblem(`Not handed in. ${keeper.state.problem ?? ''}`)
      else {
        keeper.accept(await submitText(token, hash))
        setOpen(false)
        showToast({ title: 'Handed in', description: 'The editor has been told. Thank you!' })
        focusHeading()
      }
    } catch (error) {
      const current = hasStatus(error, 409) ? roomConflict.safeParse(error.body).data?.current : undefined
      if (!current) setProblem(`Not handed in. ${explainFailure(error)}`)
      else {
        // Only what the guest has read is handed in.
        setOpen(false)
        if (current.isOpen) keeper.meet(current)
        else {
          keeper.accept(current)
          focusHeading()
        }
        showToast({ title: 'Not handed in.', description: explainFailure(error), tone: 'destructive' })
      }
    }
    setBusy(false)
  }

  return (
    <>
      <button type="button" className="btn btn-small" onClick={ask}>
        {state.room.status === 'changes_requested' ? 'Hand in again' : 'Hand in'}
      </button>
      {open && (
        <Modal title="Hand in your text?" onClose={() => setOpen(false)} first={first}>
          {problem && <Notice tone="problem">{problem}</Notice>}
          <p>The editor reads it next. Until they answer, you can look at it here but not change it.</p>
          <div className="form-actions">
            <button
              ref={first}
              type="button"
              className="btn"
              aria-disabled={busy || undefined}
              onClick={() => void handIn()}
            >
              {busy ? 'Handing in...' : 'Hand in now'}
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
      what: 'Please give your text a title first.',
      place: () => document.querySelector<HTMLElement>('.title-row textarea'),
    }
  if (!hasText(values.content))
    return {
      what: 'Please write your text first.',
      place: () => document.querySelector<HTMLElement>('[role=textbox][aria-label=Content]'),
    }
  if (values.name.trim() === '')
    return {
      what: 'Please enter your name first, as readers will see it.',
      place: () => document.getElementById(nameFieldId),
    }
  return undefined
}
