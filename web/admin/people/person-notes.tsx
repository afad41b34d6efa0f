import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { type EntryKey, type PersonNote, peopleLimits } from '../../../contracts/people.ts'
import { explainFailure } from '../../api-failures.ts'
import { TextField } from '../../ui/field.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { callSignedIn } from '../sign-in.tsx'
import { addNote, deleteNote, personKey } from './people-calls.ts'

/** What was typed about somebody and not saved yet, by address: it is there again when they are opened again. */
const drafts = new Map<string, string>()

export function PersonNotes({
  entryKey,
  email,
  notes,
}: {
  entryKey: EntryKey
  email: string
  notes: PersonNote[]
}) {
  const [text, setText] = useState(drafts.get(email) ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<{ note: PersonNote; pressed: Element }>()
  const queries = useQueryClient()
  const headline = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfterRemoval(notes, list, headline)
  const reload = () => queries.invalidateQueries({ queryKey: personKey(entryKey) })

  function type(next: string) {
    drafts.set(email, next)
    setText(next)
  }

  async function attempt(call: () => Promise<unknown>, done: () => void) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await callSignedIn(call)
      done()
      await reload()
    } catch (failure) {
      focusAfter(undefined)
      setProblem(explainFailure(failure))
    }
    setBusy(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem('Write a note first.')
    void attempt(
      () => addNote(entryKey, text),
      () => type(''),
    )
  }

  function remove() {
    if (!asking) return
    const { note, pressed } = asking
    setAsking(undefined)
    focusAfter(pressed)
    void attempt(
      () => deleteNote(note.id),
      () => {},
    )
  }

  return (
    <>
      <h3 ref={headline} tabIndex={-1}>
        Notes
      </h3>
      {notes.length > 0 && (
        <ul className="person-notes" ref={list}>
          {notes.map((note) => (
            <li key={note.id}>
              <p dir="auto">{note.text}</p>
              <p className="form-note">
                {note.writtenBy}, {formatRecent(note.createdAt)}
              </p>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete the note “${note.text.slice(0, 40)}”`}
                data-removes=""
                onClick={(event) => setAsking({ note, pressed: event.currentTarget })}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="form" noValidate onSubmit={submit}>
        <TextField
          label="New note"
          maxLength={peopleLimits.note}
          value={text}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn-quiet btn-small" aria-disabled={busy || undefined}>
          {busy ? 'Saving...' : 'Add note'}
        </button>
      </form>
      {asking && (
        <AskDialog
          title="Delete this note?"
          yes="Delete"
          no="Keep"
          onYes={remove}
          onNo={() => setAsking(undefined)}
        >
          <p dir="auto">{asking.note.text.slice(0, 200)}</p>
          <p>This can’t be undone.</p>
        </AskDialog>
      )}
    </>
  )
}
