import { formatDate } from '../../../../contracts/format-date.ts'
import { roleLabels } from '../../../../contracts/roles.ts'
import {
  type SentTeamInvite,
  type TeamInvite,
  teamInviteRenew,
  teamInviteRevoke,
} from '../../../../contracts/team.ts'
import { SmallButton, TextButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { teamQuery } from './team-query.ts'

type OpenInvitesProps = { invites: TeamInvite[]; onSent: (sent: SentTeamInvite) => void }

export function OpenInvites({ invites, onSent }: OpenInvitesProps) {
  return (
    <ul className="session-list">
      {invites.map((invite) => (
        <InviteRow key={invite.id} invite={invite} onSent={onSent} />
      ))}
    </ul>
  )
}

function InviteRow({ invite, onSent }: { invite: TeamInvite } & Pick<OpenInvitesProps, 'onSent'>) {
  const { id, displayName, email, role, invitedBy, expiresAt, isExpired } = invite
  const shared = { failure: 'That didn’t work.', alwaysInvalidates: [teamQuery.queryKey] }
  const renewing = useApiMutation(teamInviteRenew, { ...shared, onSuccess: onSent })
  const revoking = useApiMutation(teamInviteRevoke, {
    ...shared,
    onSuccess: () => showToast({ title: 'Link turned off', description: displayName }),
    // The clicked button disappears together with its invitation.
    onReloaded: () => document.getElementById('invite-colleague')?.focus(),
  })
  return (
    <li aria-busy={renewing.busy || revoking.busy}>
      <div>
        <p>
          <strong dir="auto">{displayName}</strong> ({email})
        </p>
        <p className="field-hint">
          {roleLabels[role]} · Invited by {invitedBy} ·{' '}
          {isExpired
            ? `The link expired ${formatDate(expiresAt)}`
            : `The link works until ${formatDate(expiresAt)}`}
        </p>
      </div>
      <div className="form-actions">
        <SmallButton onClick={() => renewing.run({ params: { id } })}>
          New link<span className="sr-only"> for {displayName}</span>
        </SmallButton>
        <TextButton onClick={() => revoking.run({ params: { id } })}>
          Turn off<span className="sr-only"> the link for {displayName}</span>
        </TextButton>
      </div>
    </li>
  )
}
