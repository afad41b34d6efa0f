import { X } from 'lucide-react'
import { useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { may } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { byId, Rows } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { SubmitButton } from '../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import {
  type EntryKey,
  noteCreate,
  noteDelete,
  type PersonNote,
  peopleLimits,
} from '../../contract/people.ts'
import { personQuery } from './people-queries.ts'

/** Unsaved notes, keyed by email address, so that they come back when the user opens the person again */
const drafts = new Map<string, string>()

export const newNoteId = 'new-note'

type PersonNotesProps = { entryKey: EntryKey; email: string; notes: PersonNote[] }

export function PersonNotes({ entryKey, email, notes }: PersonNotesProps) {
  const user = useCurrentUser()
  const [text, setText] = useState(drafts.get(email) ?? '')
  const [asking, setAsking] = useState<{ note: PersonNote; pressed: Element }>()
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(notes)
  const invalidates = [personQuery(entryKey).queryKey]
  const adding = useApiMutation(noteCreate, { isChecked: true, invalidates, onSuccess: () => type('') })
  const removing = useApiMutation(noteDelete, { invalidates, onError: () => focusAfter(undefined) })
  const busy = adding.busy || removing.busy
  const mayDelete = (note: PersonNote) =>
    may(user, 'deleteOthersNotes') || note.writtenBy === user.displayName

  function type(next: string) {
    drafts.set(email, next)
    setText(next)
  }

  function add() {
    if (busy) return
    removing.reset()
    adding.run({ params: entryKey, body: { text } })
  }

  function remove() {
    if (!asking || busy) return
    adding.reset()
    focusAfter(asking.pressed)
    removing.run({ params: { id: asking.note.id } })
  }

  return (
    <>
      <h3 ref={headline} tabIndex={-1}>
        Notes
      </h3>
      <Rows className="person-notes" ref={rows} rows={notes} keyOf={byId}>
        {(note) => (
          <Note
            note={note}
            onDelete={mayDelete(note) ? (pressed) => setAsking({ note, pressed }) : undefined}
          />
        )}
      </Rows>
      <Form onSubmit={add}>
        <TextField
          id={newNoteId}
          label="New note"
          maxLength={peopleLimits.note}
          value={text}
          error={adding.problem ?? removing.problem}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <SubmitButton busy={busy} label="Add note" busyLabel="Saving..." isSmall />
      </Form>
      {asking && (
        <AskDialog
          title="Delete this note?"
          yes="Delete"
          no="Keep"
          busy={busy || undefined}
          onYes={remove}
          onClose={() => setAsking(undefined)}
        >
          <p dir="auto">{asking.note.text.slice(0, 200)}</p>
          <p>This can’t be undone.</p>
        </AskDialog>
      )}
    </>
  )
}

type NoteProps = { note: PersonNote; onDelete: ((pressed: Element) => void) | undefined }

function Note({ note, onDelete }: NoteProps) {
  return (
    <>
      <p dir="auto">{note.text}</p>
      <p className="form-note">
        {note.writtenBy}, {formatRecent(note.createdAt)}
      </p>
      {onDelete && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Delete the note “${note.text.slice(0, 40)}”`}
          data-removes=""
          onClick={(event) => onDelete(event.currentTarget)}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </>
  )
}
