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
          Their entries leave the lists now, and the newsletter ends. All that belongs to {entry.email} goes
          for good within {deletionDays} days: notes, mails, and invitations with texts that were not
          published, too. Until then you can restore the person under Deleted; the newsletter they would have
          to ask for again.
        </p>
      )}
    </AskDialog>
  )
}
