import { useState } from 'react'
import { inviteLimits, whatNext } from '../../../contracts/invites.ts'
import { changesRequest, type Review } from '../../../contracts/reviews.ts'
import { QuietButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'

/** Sends a submitted text back to the guest, with a message and the comments. */
export function RequestChanges({ review, onChanged }: { review: Review; onChanged: () => Promise<void> }) {
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  useUnsavedQuestion(message !== '')
  const { run, busy } = useApiMutation(changesRequest, {
    failure: 'Not sent.',
    onSuccess() {
      setMessage('')
      showToast({
        title: 'Changes requested',
        description: `The guest can write again.\n${whatNext[review.delivery]}`,
      })
    },
    onSettled: onChanged,
  })

  function send() {
    const isEmpty = message.trim() === '' && review.comments.every(({ doneAt }) => doneAt)
    setProblem(isEmpty ? 'Say what to change, here or in a comment.' : undefined)
    if (!isEmpty) run({ params: { id: review.invite.id }, body: { message } })
  }

  return (
    <section aria-labelledby="changes-title" className="reading-act">
      <h2 id="changes-title">Request changes</h2>
      <TextField
        label="Note to the guest (optional)"
        hint={
          review.delivery === 'sent'
            ? 'The guest sees it by email and on their writing page, next to your comments.'
            : 'The guest sees it on their writing page, next to your comments.'
        }
        maxLength={inviteLimits.customMessage}
        value={message}
        error={problem}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <QuietButton busy={busy} onClick={send}>
        {busy ? 'Sending...' : 'Request changes'}
      </QuietButton>
    </section>
  )
}
