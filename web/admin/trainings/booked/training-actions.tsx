import { useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { trainingLimits } from '../../../../contracts/training-fields.ts'
import { type Training, trainingCancel, trainingHeld } from '../../../../contracts/trainings.ts'
import { Button, QuietButton, TextButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { mayClose, useUnsavedQuestion } from '../../use-leave-guard.ts'
import { showTraining, trainingKeys, trainingQuery } from '../training-queries.ts'
import { nameOf } from './booked-list.tsx'

/** Id of the headline of an open training. It gets the focus when the clicked button is gone. */
export const trainingTitleId = 'training-title'

/** Options for requests that change the training: they show the changed training. */
export function useTrainingChange(training: Training) {
  const queries = useQueryClient()
  return {
    // A refusal usually means that the client or a colleague has changed it in the meantime.
    alwaysInvalidates: [...trainingKeys, trainingQuery(training.id).queryKey],
    show: (changed: Training) => showTraining(queries, changed),
  }
}

const focusTitle = () => document.getElementById(trainingTitleId)?.focus()

/** Marks the training as held, or undoes that. */
export function MarkHeld({ training, isHeld }: { training: Training; isHeld: boolean }) {
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy } = useApiMutation(trainingHeld, {
    failure: isHeld ? 'Couldn’t mark it as held' : 'Couldn’t undo that',
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed)
      showToast({
        title: isHeld ? 'Marked as held' : 'No longer marked as held',
        description: nameOf(changed),
      })
    },
    onReloaded: focusTitle,
  })
  const toggle = () => run({ params: { id: training.id }, body: { isHeld } })
  return isHeld ? (
    <Button busy={busy} onClick={toggle}>
      <Check aria-hidden="true" /> Mark as held
    </Button>
  ) : (
    <QuietButton busy={busy} onClick={toggle}>
      <Undo2 aria-hidden="true" /> It wasn’t held
    </QuietButton>
  )
}

/** Cancels the training, with a reason that the client reads. */
export function CancelTraining({ training }: { training: Training }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <TextButton onClick={() => setIsAsking(true)}>Cancel the training...</TextButton>
      {isAsking && <CancelDialog training={training} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function CancelDialog({ training, onClose }: { training: Training; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const isDirty = reason.trim() !== ''
  useUnsavedQuestion(isDirty)
  const close = () => mayClose(isDirty) && onClose()
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy, problem } = useApiMutation(trainingCancel, {
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed)
      showToast({ title: 'Training canceled', description: nameOf(changed) })
      onClose()
    },
    onReloaded: focusTitle,
  })
  return (
    <Modal title="Cancel this training?" onClose={close}>
      <Form onSubmit={() => run({ params: { id: training.id }, body: { reason } })}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <p>The day is free again, and the client and the trainer get an email. This can’t be undone.</p>
        <TextField
          label="Reason"
          hint="The client reads it. Leave blank for none."
          dir="auto"
          rows={3}
          maxLength={trainingLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="form-actions">
          <Button type="submit" busy={busy}>
            {busy ? 'Canceling...' : 'Cancel the training'}
          </Button>
          <QuietButton onClick={close}>Keep it</QuietButton>
        </div>
      </Form>
    </Modal>
  )
}
