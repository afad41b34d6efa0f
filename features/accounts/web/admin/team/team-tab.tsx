import { useState } from 'react'
import { formatDate } from '../../../../../core/contract/format-date.ts'
import { roleLabels } from '../../../../../core/contract/roles.ts'
import { NewLink } from '../../../../../core/web/admin/link-to-copy.tsx'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import {
  type SentTeamInvite,
  type TeamInvite,
  teamInviteRenew,
  teamInviteRevoke,
} from '../../../contract/team.ts'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { teamQuery } from './team-query.ts'

/** Everyone who can sign in, and the invitations of colleagues. For owners. */
export function TeamTab() {
  const { data, notLoaded } = useLoaded(teamQuery, 'the team')
  const [sent, setSent] = useState<SentTeamInvite>()
  if (!data) return notLoaded
  const hasAccess = data.members.filter(({ disabledAt }) => disabledAt === null)
  const gone = data.members.filter(({ disabledAt }) => disabledAt !== null)
  const owners = hasAccess.filter(({ role }) => role === 'owner')
  return (
    <>
      {owners.length === 1 && hasAccess.length > 1 && (
        <p className="notice admin-notice">
          There’s only one owner. Make a colleague an owner too, so that someone can help if one of you can’t
          sign in.
        </p>
      )}
      <Section id="members" title="People with access" takesFocus>
        <Members members={hasAccess} />
      </Section>
      <Section id="invite-colleague" title="Invite a colleague" takesFocus>
        {sent && (
          <NewLink
            key={sent.url}
            name={sent.invite.displayName}
            recipient={sent.invite.email}
            link={sent.url}
            delivery={sent.delivery}
            byHandNote=" We only show the link here once."
          >
            <p className="field-hint">
              Anyone with the link can join as this person, so don’t post it anywhere.
            </p>
          </NewLink>
        )}
        <InviteForm onSent={setSent} />
      </Section>
      {data.invites.length > 0 && (
        <Section id="open-invites" title="Waiting to join" takesFocus>
          <ul className="session-list">
            {data.invites.map((invite) => (
              <InviteRow key={invite.id} invite={invite} onSent={setSent} />
            ))}
          </ul>
        </Section>
      )}
      {gone.length > 0 && (
        <Section id="gone" title="Access ended">
          <Members members={gone} />
        </Section>
      )}
    </>
  )
}

type InviteRowProps = { invite: TeamInvite; onSent: (sent: SentTeamInvite) => void }

function InviteRow({ invite, onSent }: InviteRowProps) {
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
