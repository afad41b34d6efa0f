import { useQuery } from '@tanstack/react-query'
import { Mail, PenLine } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '../../../../../core/web/admin/api.ts'
import { useCurrentUser } from '../../../../../core/web/admin/current-user.ts'
import { LoadProblem } from '../../../../../core/web/admin/load-problem.tsx'
import { SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { mailto } from '../../../../../core/web/ui/mailto.ts'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { letterRead } from '../../../contract/letters.ts'
import type { Entry, PersonEvent } from '../../../contract/people.ts'
import { newNoteId } from '../person-notes.tsx'
import { LetterForm } from './letter-form.tsx'
import { copyKeyOf, hasLetterCopy } from './use-letter-text.ts'

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

function LetterDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { form, id, name } = entry
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...apiQuery(letterRead, { params: { form, id } }),
    // Loaded each time, because the subject depends on the last email.
    staleTime: 0,
  })
  return (
    <Modal title={`Email to ${name}`} onClose={onClose} wide>
      {error && <LoadProblem what="The email couldn’t be prepared." error={error} onRetry={refetch} />}
      {!error && !isFetchedAfterMount && <p>Loading...</p>}
      {data &&
        isFetchedAfterMount &&
        (data.refusal === null ? (
          <LetterForm entry={entry} page={data} onClose={onClose} />
        ) : (
          <p className="notice">{data.refusal}</p>
        ))}
    </Modal>
  )
}
