import { deletionDays } from '../../../content/legal/retention.ts'
import type { Entry } from '../../../contracts/people.ts'
import { AskDialog } from '../ask-dialog.tsx'

/** Explains what will be deleted, before it is. */
export function DeletePersonDialog({
  entry,
  onClose,
  onDelete,
}: {
  entry: Entry
  onClose: () => void
  onDelete: () => void
}) {
  return (
    <AskDialog
      title={entry.suspectedAt ? 'Delete this entry?' : `Delete ${entry.name}?`}
      yes="Delete"
      no="Keep"
      onYes={onDelete}
      onNo={onClose}
    >
      {entry.suspectedAt ? (
        <p>It leaves Spam now and is permanently deleted within {deletionDays} days.</p>
      ) : (
        <p>
          Their entries are removed now and they’re unsubscribed. Everything we have about {entry.email} is
          permanently deleted within {deletionDays} days, including notes, emails, and invitations with drafts
          that weren’t published. Until then you can restore them under Deleted, but they’d have to
          resubscribe to the newsletter.
        </p>
      )}
    </AskDialog>
  )
}
