import { useState } from 'react'
import { call } from '../../../../core/web/api.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { hasText } from '../../../posts/web/editor/html-text.ts'
import { missingMessages, textSubmit } from '../../contract/writing-room.ts'
import type { RoomAutosave } from './room-autosave.ts'
import type { RoomFields } from './room-props.ts'

type SubmitButtonProps = { token: string; autosave: RoomAutosave; fields: RoomFields }

/** Saves the draft and submits it to the editor. Points out required fields that are missing. */
export function SubmitButton({ token, autosave, fields }: SubmitButtonProps) {
  const [open, setOpen] = useState(false)

  function ask() {
    const missing = findMissing(autosave.values, fields)
    if (!missing) return setOpen(true)
    showToast({ title: missing.message, tone: 'destructive' })
    missing.field.current?.focus()
  }

  return (
    <>
      <Button className="btn btn-small" onClick={ask}>
        {autosave.room.status === 'changes_requested' ? 'Submit again' : 'Submit'}
      </Button>
      {open && <SubmitDialog token={token} autosave={autosave} onClose={() => setOpen(false)} />}
    </>
  )
}

type SubmitDialogProps = { token: string; autosave: RoomAutosave; onClose: () => void }

function SubmitDialog({ token, autosave, onClose }: SubmitDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function submit() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const isSaved = await autosave.saveChanges()
      const hash = autosave.room.text?.hash
      if (!isSaved || hash === undefined) setProblem(`Not submitted. ${autosave.state.problem ?? ''}`)
      else {
        autosave.accept(await call(textSubmit, { params: { token }, body: { hash } }))
        onClose()
        showToast({ title: 'Submitted', description: 'We’ve let the editor know. Thank you!' })
      }
    } catch (error) {
      refuse(error)
    }
    setBusy(false)
  }

  function refuse(error: unknown) {
    const current = autosave.findConflict(error)
    if (!current) return setProblem(`Not submitted. ${explainFailure(error)}`)
    // The draft was changed by someone else. Show the new version first, because guests submit only what they have
    // seen.
    onClose()
    if (current.isOpen) autosave.showConflict(current)
    else autosave.accept(current)
    showToast({ title: 'Not submitted.', description: explainFailure(error), tone: 'destructive' })
  }

  return (
    <AskDialog
      title="Submit your draft?"
      yes={busy ? 'Submitting...' : 'Submit now'}
      no="Keep writing"
      startsAtYes
      busy={busy}
      onYes={() => void submit()}
      onClose={onClose}
    >
      {problem && <Notice tone="problem">{problem}</Notice>}
      <p>The editor will read it next. Until they reply, you can view it here but not edit it.</p>
    </AskDialog>
  )
}

function findMissing(values: RoomAutosave['values'], { title, editor, name }: RoomFields) {
  if (values.title.trim() === '') return { message: missingMessages.title, field: title }
  if (!hasText(values.content)) return { message: missingMessages.content, field: editor }
  if (values.name.trim() === '') return { message: missingMessages.name, field: name }
  return undefined
}
