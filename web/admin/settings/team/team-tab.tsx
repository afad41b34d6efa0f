import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../../contracts/paths.ts'
import type { SentTeamInvite } from '../../../../contracts/team.ts'
import { Section } from '../../../ui/section.tsx'
import { LinkToCopy } from '../../invites/link-to-copy.tsx'
import { useLoaded } from '../../load-problem.tsx'
import { ScreenLink } from '../../screen-link.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { OpenInvites } from './open-invites.tsx'
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
        {sent && <NewLink key={sent.url} sent={sent} />}
        <InviteForm onSent={setSent} />
      </Section>
      {data.invites.length > 0 && (
        <Section id="open-invites" title="Waiting to join" takesFocus>
          <OpenInvites invites={data.invites} onSent={setSent} />
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

/** The link of an invitation that was just made. It is shown only once. */
function NewLink({ sent: { invite, url, delivery } }: { sent: SentTeamInvite }) {
  const region = useRef<HTMLElement>(null)

  // Moves the focus to the link, which appears above the button that was just clicked.
  useEffect(() => region.current?.focus(), [])

  return (
    <section ref={region} tabIndex={-1} aria-label="The new link" className="notice invite-link">
      <p>
        {delivery === 'sent' ? (
          `We’re emailing this link to ${invite.email}. We only show it here once.`
        ) : (
          <>
            Email isn’t set up yet, so send this link to {invite.displayName} yourself. A ready-to-send
            message is in the{' '}
            <ScreenLink className="inline-link" href={paths.adminOutbox}>
              Outbox
            </ScreenLink>
            . We only show the link here once.
          </>
        )}
      </p>
      <LinkToCopy name={invite.displayName} link={url} button="Copy link" />
      <p className="field-hint">Anyone with the link can join as this person, so don’t post it anywhere.</p>
    </section>
  )
}
