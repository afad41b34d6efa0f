import { useEffect, useRef } from 'react'
import type { InviteResponse } from '../../../contracts/invites.ts'
import { paths } from '../../../contracts/paths.ts'
import { ScreenLink } from '../screen-link.tsx'
import { LinkToCopy } from './link-to-copy.tsx'

/** The link of an invitation that was just sent. It is shown only once, right after sending. */
export function InviteLink({ response: { invite, inviteUrl, delivery } }: { response: InviteResponse }) {
  const region = useRef<HTMLElement>(null)
  const name = invite.name || invite.email

  // Moves the focus to the link, which appears above the button that was just clicked.
  useEffect(() => region.current?.focus(), [])

  return (
    <section ref={region} tabIndex={-1} aria-label="The new link" className="notice invite-link">
      <p>
        {delivery === 'sent' ? (
          `We’re emailing this link to ${name}. We only show it here once.`
        ) : (
          <>
            Email isn’t set up yet, so send this link to {name} yourself. A ready-to-send message is in the{' '}
            <ScreenLink className="inline-link" href={paths.adminOutbox}>
              Outbox
            </ScreenLink>
            .
          </>
        )}
      </p>
      <LinkToCopy name={name} link={inviteUrl} button="Copy link" />
    </section>
  )
}
