import { showToast } from '../../../../../core/web/ui/toast.ts'
import { type InviteResponse, inviteMessages, whatNext } from '../../../contract/invites.ts'

/** Confirms that an invitation was sent, and says how its email goes out. */
export function showSent({ delivery }: InviteResponse): void {
  showToast({
    title: inviteMessages.sent,
    description: `${inviteMessages.sentDetail}\n${whatNext[delivery]}`,
  })
}
