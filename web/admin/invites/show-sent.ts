import { type InviteResponse, inviteMessages, whatNext } from '../../../contracts/invites.ts'
import { showToast } from '../../ui/toast.ts'

/** The specification's words, and what became of the email. */
export function showSent({ delivery }: InviteResponse): void {
  showToast({
    title: inviteMessages.sent,
    description: `${inviteMessages.sentDetail}\n${whatNext[delivery]}`,
  })
}
