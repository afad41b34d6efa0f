import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { byId, Rows, ShowMore, useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { LoadProblem } from '../../../../../core/web/admin/load-problem.tsx'
import { ButtonLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useNews, useSeen } from '../../../../../core/web/admin/unread-counts.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { TextButton } from '../../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { type InviteStatus, inviteStatusLabels } from '../../../../posts/contract/post-guest.ts'
import { postPaths } from '../../../../posts/contract/post-paths.ts'
import {
  type Invite,
  type InviteResponse,
  inviteList,
  inviteMessages,
  inviteName,
  inviteResend,
  inviteRevoke,
  revokeQuestion,
} from '../../../contract/invites.ts'
import { InviteFacts } from '../../invite-facts.tsx'
import { SendByHand } from './send-by-hand.tsx'
import { showSent } from './show-sent.ts'

export function InviteList({ onSent }: { onSent: (response: InviteResponse) => void }) {
  const seenAt = useLastLook()
  const list = useListPage(inviteList, { query: { limit: 50 } })
  const { rows: invites, total = '0', error, refetch } = list
  useSeen('guests', invites !== undefined && seenAt !== undefined)
  return (
    <section aria-labelledby="sent-title">
      <h2 id="sent-title">Sent Invitations {total !== '0' && <span className="count">{total}</span>}</h2>
      {error && <LoadProblem what="The invitations couldn’t be loaded." error={error} onRetry={refetch} />}
      {!invites && !error && <p>Loading invitations...</p>}
      {invites?.length === 0 && (
        <div className="card empty">
          <h3>{inviteMessages.none}</h3>
          <p>Invitations you send show up here. Ask someone you’ve worked with for one thing they learned.</p>
        </div>
      )}
      {invites && invites.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <section className="invite-list" tabIndex={0} aria-label="The invitations">
          <Rows rows={invites} keyOf={byId}>
            {(one) => <InviteRow invite={one} isNew={isLater(one.lastActAt, seenAt)} onSent={onSent} />}
          </Rows>
          <ShowMore of="invitations" pages={list} className="btn-small" />
        </section>
      )}
    </section>
  )
}

const looks: Partial<Record<InviteStatus, string>> = {
  accepted: 'badge badge-live',
  declined: 'badge badge-warning',
  expired: 'badge badge-draft',
}

/** Time when the admin last opened this list before now; null if never. Does not change while the list is open. */
function useLastLook(): string | null | undefined {
  const now = useNews()?.guestsSeenAt as string | null | undefined
  const [atStart, setAtStart] = useState(now)
  if (atStart === undefined && now !== undefined) setAtStart(now)
  return atStart
}

/** `than` is undefined while it is loading, and null for "never". */
function isLater(time: string | undefined, than: string | null | undefined): boolean {
  return time !== undefined && than !== undefined && (than === null || time > than)
}

type InviteRowProps = {
  invite: Invite
  /** True if the guest has done something that the admin has not seen. */
  isNew: boolean
  onSent: (response: InviteResponse) => void
}

function InviteRow({ invite, isNew, onSent }: InviteRowProps) {
  const queries = useQueryClient()
  const name = inviteName(invite)
  const params = { id: invite.id }
  const reload = () => queries.invalidateQueries({ queryKey: queryKeyOf(inviteList) })
  const resending = useApiMutation(inviteResend, {
    failure: inviteMessages.failed,
    onSuccess(response) {
      onSent(response)
      showSent(response)
    },
    onSettled: reload,
  })
  const revoking = useApiMutation(inviteRevoke, {
    failure: 'The invitation couldn’t be canceled.',
    onSuccess: () => showToast({ title: 'Invitation canceled', description: name }),
    onSettled: reload,
  })
  const revoke = () => {
    if (confirm(revokeQuestion(name))) revoking.run({ params })
  }

  return (
    <article
      className="invite-row"
      aria-busy={resending.busy || revoking.busy}
      aria-label={`Invitation to ${name}`}
    >
      <div className="invite-row-head">
        <h3 dir="auto">{name}</h3>
        {isNew && <span className="badge badge-review">New</span>}
        <span className={looks[invite.status] ?? 'tag'}>{inviteStatusLabels[invite.status]}</span>
      </div>
      <InviteFacts invite={invite} />
      {invite.toSend && <SendByHand name={name} toSend={invite.toSend} onSent={reload} />}
      <p className="form-actions">
        {invite.postId !== undefined && (
          <ButtonLink href={postPaths.adminReview(invite.id)}>
            {invite.status === 'submitted' ? 'Review' : 'View draft'}
            <span className="sr-only"> of {name}</span>
          </ButtonLink>
        )}
        {invite.email !== '' && (
          <TextButton onClick={() => resending.run({ params })}>
            Resend<span className="sr-only"> to {name}</span>
          </TextButton>
        )}
        {invite.email !== '' && invite.status !== 'revoked' && (
          <TextButton onClick={revoke}>
            Cancel invitation<span className="sr-only"> of {name}</span>
          </TextButton>
        )}
      </p>
    </article>
  )
}
