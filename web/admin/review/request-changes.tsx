import { useState } from 'react'
import { inviteLimits, whatNext } from '../../../contracts/invites.ts'
import type { Review } from '../../../contracts/reviews.ts'
import { explainFailure } from '../../api-failures.ts'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { requestChanges } from '../invites/invite-calls.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'

/** Gives the text back to the guest, with the comments. */
export function RequestChanges({ review, onChanged }: { review: Review; onChanged: () => Promise<void> }) {
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useUnsavedQuestion(message !== '')

  async function send() {
    if (busy) return
    if (message.trim() === '' && review.comments.every(({ doneAt }) => doneAt))
      return setProblem('Say what to change, here or in a comment.')
    setProblem('')
    setBusy(true)
    try {
      await callSignedIn(() => requestChanges(review.invite.id, message))
      setMessage('')
      showToast({
        title: 'Changes requested',
        description: `The guest can write again.\n${whatNext[review.delivery]}`,
      })
    } catch (error) {
      showToast({ title: 'Not sent.', description: explainFailure(error), tone: 'destructive' })
    }
    setBusy(false)
    await onChanged()
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
        error={problem || undefined}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <button
        type="button"
        className="btn btn-quiet"
        aria-disabled={busy || undefined}
        onClick={() => void send()}
      >
        {busy ? 'Sending...' : 'Request changes'}
      </button>
    </section>
  )
}
