import { Mail, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Entry, PersonEvent } from '../../../../contracts/people.ts'
import { SmallButton, TextButton } from '../../../ui/button.tsx'
import { mailto } from '../../../ui/mailto.ts'
import { useCurrentUser } from '../../current-user.ts'
import { newNoteId } from '../person-notes.tsx'
import { copyKeyOf, hasLetterCopy } from './letter-copy.ts'
import { LetterDialog } from './letter-dialog.tsx'

/** Buttons for writing to the person who wrote an entry, and for keeping what they answer */
export function LetterActions({ entry, events }: { entry: Entry; events: PersonEvent[] }) {
  const { username } = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const hasCopy = !isOpen && hasLetterCopy(copyKeyOf(username, entry.email))
  return (
    <>
      <p className="letter-actions">
        <SmallButton onClick={() => setOpen(true)}>
          <PenLine aria-hidden="true" /> {hasCopy ? 'Continue your email' : 'Write an email'}
        </SmallButton>
        <a className="btn btn-quiet btn-small" href={mailto(entry.email)}>
          <Mail aria-hidden="true" /> Open in email app
        </a>
        {events.some(({ mail }) => mail !== null) && (
          // Replies arrive in the office's mailbox, so their place here is a note.
          <TextButton onClick={() => document.getElementById(newNoteId)?.focus()}>
            Write down their reply
          </TextButton>
        )}
      </p>
      {isOpen && <LetterDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}
