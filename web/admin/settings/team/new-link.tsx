import { useEffect, useRef } from 'react'
import { paths } from '../../../../contracts/paths.ts'
import type { SentTeamInvite } from '../../../../contracts/team.ts'
import { LinkToCopy } from '../../invites/link-to-copy.tsx'
import { ScreenLink } from '../../screen-link.tsx'

/** The link of an invitation that was just made. It is shown only once. */
export function NewLink({ sent: { invite, url, delivery } }: { sent: SentTeamInvite }) {
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
