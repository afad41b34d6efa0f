import { deletionDays } from '../../../content/legal/retention.ts'
import type { Entry } from '../../../contracts/people.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { deletePerson } from './people-calls.ts'

/** Says what goes before it goes. */
export function DeletePersonDialog({
  entry,
  onClose,
  onDelete,
}: {
  entry: Entry
  onClose: () => void
  onDelete: (call: () => Promise<void>) => void
}) {
  return (
    <AskDialog
      title={entry.suspectedAt ? 'Delete this entry?' : `Delete ${entry.name}?`}
      yes="Delete"
      no="Keep"
      onYes={() => onDelete(() => deletePerson(entry))}
      onNo={onClose}
    >
      {entry.suspectedAt ? (
        <p>It leaves Spam now and goes for good within {deletionDays} days.</p>
      ) : (
        <p>
          Everything from {entry.email} leaves the lists now: entries, notes, the newsletter, invitations and
          mails. It goes for good within {deletionDays} days. Until then you can restore the person under
          Deleted; the newsletter they would have to ask for again.
        </p>
      )}
    </AskDialog>
  )
}
