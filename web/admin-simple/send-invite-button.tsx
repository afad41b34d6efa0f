import { useEffect, useState } from 'react'
import { inviteMessages } from '../../contracts/invites.ts'

type SendInviteButtonProps = {
  /** Ids of the fields that have to be filled. */
  emailId: string
  topicId: string
}

/** Without script it always sends, and the answer says what is missing; with script it waits for both fields. */
export function SendInviteButton({ emailId, topicId }: SendInviteButtonProps) {
  const [isReady, setReady] = useState(true)

  // The fields are not React's: they stand in the server's page.
  useEffect(() => {
    const fields = [emailId, topicId].flatMap((id) => document.getElementById(id) ?? []) as HTMLInputElement[]
    const look = () => setReady(fields.every((field) => field.value.trim() !== ''))
    look()
    for (const field of fields) field.addEventListener('input', look)
    return () => {
      for (const field of fields) field.removeEventListener('input', look)
    }
  }, [emailId, topicId])

  return (
    <>
      <button
        type="submit"
        name="action"
        value="send"
        className="btn"
        disabled={!isReady}
        aria-describedby={isReady ? undefined : 'send-invite-why'}
      >
        Send Invitation
      </button>
      {!isReady && (
        <p className="field-hint" id="send-invite-why">
          {inviteMessages.incomplete}
        </p>
      )}
    </>
  )
}
