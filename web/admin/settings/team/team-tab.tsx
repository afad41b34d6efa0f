import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentTeamInvite } from '../../../../contracts/team.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { NewLink } from './new-link.tsx'
import { OpenInvites } from './open-invites.tsx'
import { teamQuery } from './team-query.ts'

/** Everyone who can sign in, and the invitations of colleagues. For owners. */
export function TeamTab() {
  const { data, error, refetch } = useQuery(teamQuery)
  const [sent, setSent] = useState<SentTeamInvite>()
  if (error && !data)
    return <LoadProblem what="The team couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading the team...</p>
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
      <section aria-labelledby="members">
        <h2 id="members" tabIndex={-1}>
          People with access
        </h2>
        <Members members={hasAccess} />
      </section>
      <section aria-labelledby="invite-colleague">
        <h2 id="invite-colleague" tabIndex={-1}>
          Invite a colleague
        </h2>
        {sent && <NewLink key={sent.url} sent={sent} />}
        <InviteForm onSent={setSent} />
      </section>
      {data.invites.length > 0 && (
        <section aria-labelledby="open-invites">
          <h2 id="open-invites" tabIndex={-1}>
            Waiting to join
          </h2>
          <OpenInvites invites={data.invites} onSent={setSent} />
        </section>
      )}
      {gone.length > 0 && (
        <section aria-labelledby="gone">
          <h2 id="gone">Access ended</h2>
          <Members members={gone} />
        </section>
      )}
    </>
  )
}
