import { useAreFilled } from '../../../../core/web/admin-simple/use-are-filled.ts'
import { inviteMessages } from '../../contract/invites.ts'

type SendInviteButtonProps = {
  /** Ids of the required fields */
  emailId: string
  topicId: string
}

/** The button that sends an invitation. It is disabled while a required field is empty. */
export function SendInviteButton({ emailId, topicId }: SendInviteButtonProps) {
  const isReady = useAreFilled(emailId, topicId)
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
