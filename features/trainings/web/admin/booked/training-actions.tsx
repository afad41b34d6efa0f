import { useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { mayClose, useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { call } from '../../../../../core/web/api.ts'
import { Button, QuietButton, SubmitButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { trainingLimits } from '../../../contract/training-fields.ts'
import {
  type Training,
  trainingCancel,
  trainingHeld,
  trainingKeepDay,
  trainingReschedule,
} from '../../../contract/trainings.ts'
import { trainingKeys, trainingQuery } from '../training-queries.ts'
import { nameOf } from './booked-list.tsx'

/** Id of the headline of an open training. It gets the focus when the clicked button is gone. */
export const trainingTitleId = 'training-title'

/** Options for requests that change the training: they show the changed training. */
export function useTrainingChange(training: Training) {
  const queries = useQueryClient()
  return {
    // A refusal usually means that the client or a colleague has changed it in the meantime.
    alwaysInvalidates: [...trainingKeys, trainingQuery(training.id).queryKey],
    /** With a title, also says in a toast what happened. */
    show(changed: Training, title?: string) {
      queries.setQueryData(trainingQuery(changed.id).queryKey, changed)
      if (title) showToast({ title, description: nameOf(changed) })
    },
  }
}

const focusTitle = () => document.getElementById(trainingTitleId)?.focus()

export function MarkHeld({ training, isHeld }: { training: Training; isHeld: boolean }) {
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy } = useApiMutation(trainingHeld, {
    failure: isHeld ? 'Couldn’t mark it as held' : 'Couldn’t undo that',
    alwaysInvalidates,
    onSuccess: (changed) => show(changed, isHeld ? 'Marked as held' : 'No longer marked as held'),
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

export const CancelTraining = ({ training }: { training: Training }) => (
  <ReasonAction
    Look={TextButton}
    label="Cancel the training..."
    training={training}
    words={{
      title: 'Cancel this training?',
      text: 'The day is free again, and the client and the trainer get an email. This can’t be undone.',
      button: 'Cancel the training',
      busy: 'Canceling...',
      close: 'Keep it',
      done: 'Training canceled',
    }}
    save={(params, reason) => call(trainingCancel, { params, body: { reason } })}
  />
)

type MoveOptions = { failure?: string; onMoved?: () => void; onReloaded?: () => void }

/** Moves the training to another day or trainer. */
export function useMove(training: Training, { onMoved, ...options }: MoveOptions) {
  const { alwaysInvalidates, show } = useTrainingChange(training)
  return useApiMutation(trainingReschedule, {
    ...options,
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed, `Moved to ${formatWeekday(changed.day)}`)
      onMoved?.()
    },
  })
}

/** Answers the client's wish for another day: the training moves to the day that they chose. */
export function ConfirmWish({ training, day }: { training: Training; day: string }) {
  const { id, trainerId, version } = training
  const { run, busy } = useMove(training, { failure: 'Couldn’t move the training', onReloaded: focusTitle })
  const move = () => run({ params: { id }, body: { day, trainerId, reason: '', version } })
  return (
    <Button busy={busy} onClick={move}>
      Move to {formatWeekday(day)}
    </Button>
  )
}

/** Answers the client's wish for another day: the day stays. */
export const KeepDay = ({ training }: { training: Training }) => (
  <ReasonAction
    Look={QuietButton}
    label="We keep the day"
    training={training}
    words={{
      title: 'Keep this day?',
      text: 'The client and the trainer get an email that says that the day stays.',
      button: 'Keep the day',
      busy: 'Sending...',
      close: 'Not yet',
      done: 'The day stays',
    }}
    save={(params, reason) => call(trainingKeepDay, { params, body: { reason, version: training.version } })}
  />
)

type ReasonActionProps = Omit<ReasonDialogProps, 'onClose'> & { Look: typeof QuietButton; label: string }

function ReasonAction({ Look, label, ...dialog }: ReasonActionProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Look onClick={() => setIsAsking(true)}>{label}</Look>
      {isAsking && <ReasonDialog {...dialog} onClose={() => setIsAsking(false)} />}
    </>
  )
}

type ReasonDialogProps = {
  training: Training
  words: Record<'title' | 'text' | 'button' | 'busy' | 'close' | 'done', string>
  save: (params: { id: number }, reason: string) => Promise<Training>
  onClose: () => void
}

/** Asks for a reason that the client reads, and then changes the training. */
function ReasonDialog({ training, words, save, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const isDirty = reason.trim() !== ''
  useUnsavedQuestion(isDirty)
  const close = () => mayClose(isDirty) && onClose()
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy, problem } = useApiMutation(() => save({ id: training.id }, reason), {
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed, words.done)
      onClose()
    },
    onReloaded: focusTitle,
  })
  return (
    <Modal title={words.title} onClose={close}>
      <Form onSubmit={() => run()}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <p>{words.text}</p>
        <ReasonField reason={reason} onChange={setReason} />
        <div className="form-actions">
          <SubmitButton busy={busy} label={words.button} busyLabel={words.busy} />
          <QuietButton onClick={close}>{words.close}</QuietButton>
        </div>
      </Form>
    </Modal>
  )
}

export const ReasonField = (props: { reason: string; onChange: (reason: string) => void }) => (
  <TextField
    label="Reason"
    hint="The client reads it. Leave blank for none."
    dir="auto"
    rows={3}
    maxLength={trainingLimits.reason}
    value={props.reason}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
)
