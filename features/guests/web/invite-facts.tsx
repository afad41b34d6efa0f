import { formatDate } from '../../../core/contract/format-date.ts'
import { mailto } from '../../../core/web/ui/mailto.ts'
import type { Invite } from '../contract/invites.ts'

/**
 * Email address, topic, and dates of an invitation. Pass the site's `timeZone` if the server renders this; in the
 * browser, the default is the user's own time zone.
 */
export function InviteFacts({ invite, timeZone }: { invite: Invite; timeZone?: string }) {
  const day = (iso: string) => formatDate(iso, timeZone ? { timeZone } : undefined)
  return (
    <>
      {invite.email !== '' && (
        <p className="invite-row-facts">
          <a href={mailto(invite.email)}>{invite.email}</a>
        </p>
      )}
      <p dir="auto">{invite.suggestedTopic}</p>
      <p className="invite-row-facts">
        <span>Invited {day(invite.invitedAt)}</span>
        {invite.dueAt && <span>Due {day(invite.dueAt)}</span>}
        {invite.status === 'pending' && <span>Reply by {day(invite.expiresAt)}</span>}
        {invite.linkAskedAt && <strong>Requested a new link</strong>}
      </p>
    </>
  )
}
