import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { mayClose, useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { ErrorText, TextField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { type Offer, offerAnswer } from '../../../contract/offers.ts'
import { trainingLimits } from '../../../contract/training-fields.ts'
import { offerQuery, showOffer, trainingKeys } from '../training-queries.ts'
import { describeDay } from '../training-words.ts'

type RecordAnswerProps = { offer: Offer; onRecorded: () => void; onClose: () => void }

const others = [
  ['other-days', 'They asked for other days'],
  ['decline', 'They don’t want a training right now'],
] as const

/** Records what the client said by phone or email. Accepting books the day, also of an offer that was never sent. */
export function RecordAnswer({ offer, onRecorded, onClose }: RecordAnswerProps) {
  const isDraft = offer.status === 'draft'
  const [onlyDay = '', ...more] = offer.heldDays
  /** A day that was accepted, or one of the other answers */
  const [choice, setChoice] = useState(isDraft && more.length === 0 ? onlyDay : '')
  const [message, setMessage] = useState('')
  const [mistake, setMistake] = useState<string>()
  const isDirty = message.trim() !== ''
  useUnsavedQuestion(isDirty)
  const close = () => mayClose(isDirty) && onClose()
  const other = others.find(([value]) => value === choice)?.[0]
  const { run, busy, problem } = useAnswer({ offer, onRecorded, onClose })

  function record() {
    if (choice === '') return setMistake(isDraft ? 'Choose a day.' : 'Choose what they answered.')
    setMistake(undefined)
    run({
      params: { id: offer.id },
      body: other ? { answer: other, message } : { answer: 'accept', day: choice },
    })
  }

  const option = (value: string, label: string) => (
    <label key={value} className="check">
      <input
        type="radio"
        name="answer"
        value={value}
        checked={choice === value}
        onChange={() => setChoice(value)}
      />
      {label}
    </label>
  )

  return (
    <Modal
      title={isDraft ? `Which day is agreed with ${offer.name}?` : `What did ${offer.name} answer?`}
      onClose={close}
    >
      <Form onSubmit={record}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <fieldset className="answer-choices" aria-describedby={mistake && 'answer-error'}>
          <legend className="sr-only">Their answer</legend>
          {offer.heldDays.map((day) =>
            option(day, `${isDraft ? '' : 'Accepted: '}${describeDay(day, offer)}`),
          )}
          {!isDraft && others.map(([value, label]) => option(value, label))}
          <ErrorText id="answer-error" role="alert">
            {mistake}
          </ErrorText>
        </fieldset>
        {other && (
          <TextField
            label="What they said"
            hint="Leave blank if there’s nothing to note."
            dir="auto"
            rows={3}
            maxLength={trainingLimits.message}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        )}
        <p className="form-note">
          {!isDraft && (other || choice === '')
            ? 'Use this when they answered by phone or email.'
            : 'The day is booked, the other days are free again, and a confirmation goes to them.'}
        </p>
        <div className="form-actions">
          <SubmitButton
            busy={busy}
            label={isDraft ? 'Book the day' : 'Record answer'}
            busyLabel="Saving..."
          />
          <QuietButton onClick={close}>Cancel</QuietButton>
        </div>
      </Form>
    </Modal>
  )
}

function useAnswer({ offer, onRecorded, onClose }: RecordAnswerProps) {
  const queries = useQueryClient()
  return useApiMutation(offerAnswer, {
    alwaysInvalidates: [...trainingKeys, offerQuery(offer.id).queryKey],
    onSuccess(changed, { body }) {
      showOffer(queries, changed)
      showToast({
        title: body.answer === 'accept' ? 'Day booked' : 'Answer recorded',
        description: changed.name,
      })
      onClose()
    },
    onReloaded: onRecorded,
  })
}
