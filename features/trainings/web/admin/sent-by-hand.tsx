import { paths } from '../../../../core/contract/paths.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { useNews } from '../../../../core/web/admin/unread-counts.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'

// Without a mail server, an offer that is sent waits in the Outbox for a person. Screens must not say more than that.

const useSendsByHand = (): boolean => useNews()?.sendsByHand ?? false

/** Below the form of an offer or a day, before the email goes out */
export const ByHandHint = () =>
  useSendsByHand() ? (
    <p className="form-note">
      Email isn’t set up, so this email will wait in the Outbox until you send it by hand.
    </p>
  ) : null

/** On a sent offer */
export const ByHandNotice = () =>
  useSendsByHand() ? (
    <p className="notice">
      Email isn’t set up. Send the offer by hand from the{' '}
      <InlineLink href={paths.adminOutbox}>Outbox</InlineLink>, or copy the link below and send it yourself.
    </p>
  ) : null

/** Returns a function that says in a toast what has become of the offer to someone, or of its correction. */
export function useSentToast(): (name: string, what?: 'offer' | 'correction') => void {
  const isByHand = useSendsByHand()
  const isPaused = useNews()?.trainingsPaused === true
  return (name, what = 'offer') => {
    if (isPaused)
      showToast({
        title: 'Saved, but not emailed yet',
        description: `The ${what} to ${name} is emailed once someone resumes emails on Today.`,
      })
    else if (isByHand)
      showToast({
        title: 'Waiting in the Outbox',
        description: `Email isn’t set up, so send the ${what} to ${name} by hand.`,
        actions: [
          { label: 'Open it', altText: 'Open the Outbox', run: () => void navigate(paths.adminOutbox) },
        ],
      })
    else showToast({ title: what === 'offer' ? 'Offer sent' : 'Correction sent', description: name })
  }
}
