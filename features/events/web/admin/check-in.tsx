import { useQueryClient } from '@tanstack/react-query'
import { Check, UserPlus } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { formatWeekday } from '../../../../core/contract/format-date.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { signInQuestion } from '../../../../core/web/admin/repeated-requests.ts'
import { searchId } from '../../../../core/web/admin/screen-keys.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { useUnsavedQuestion } from '../../../../core/web/admin/use-leave-guard.ts'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { Button, QuietButton, SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { focusOnMount } from '../../../../core/web/ui/focus-on-mount.ts'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import type { Event } from '../../contract/events.ts'
import { personKey, type Registration, walkIn } from '../../contract/registrations.ts'
import { type CheckInQueue, createCheckInQueue } from './check-in-queue.ts'
import { registrationsQuery } from './event-queries.ts'
import { isFound, namesOf } from './event-words.ts'

/** Rows that are shown at once; the search finds the others. */
const maxRows = 100
const leaveQuestion =
  'Some marks aren’t sent yet. Leave? This browser keeps them and sends them when you open the check-in again.'

/** Check-in at the door, on a phone: one tap for each person. It goes on while the network is gone. */
export function CheckIn({ event }: { event: Event }) {
  const { queue, state } = useQueue(event.id)
  const { data, notLoaded } = useLoaded({ ...registrationsQuery(event.id), staleTime: 0 }, 'registrations')
  const [q, setQ] = useState('')
  const people = peopleOf(data ?? [], state)
  const found = people.filter(({ party }) => isFound(party, q))
  const waiting = state.marks.length + state.walkIns.length
  useUnsavedQuestion(waiting > 0, leaveQuestion)
  const isPublic = event.status === 'published'
  return (
    <div className="check-in">
      <h2>
        Check in: <bdi>{event.title}</bdi>, {formatWeekday(event.day)}
      </h2>
      {!isPublic && <p>This date isn’t public, so no one can be checked in.</p>}
      <Trouble queue={queue} state={state} eventId={event.id} />
      {isPublic && data && (
        <>
          <p role="status" className="check-in-counts">
            {people.filter(({ came }) => came).length} of {people.length} here
            {state.isLate && ` · ${waiting} waiting to be sent. Keep this page open.`}
          </p>
          <WalkInForm onAdd={(person) => queue.addWalkIn(person)} />
          <InputField
            type="search"
            id={searchId}
            label="Search names"
            autoComplete="off"
            value={q}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
          />
          <ul className="check-in-people" aria-label="People">
            {found.slice(0, maxRows).map(({ key, name, note, came }) => (
              <li key={key}>
                <button type="button" aria-pressed={came} onClick={() => queue.mark(key, !came)}>
                  <span className="door-box">{came && <Check aria-hidden="true" />}</span>
                  <span>
                    <bdi>{name}</bdi>
                    {note && <small> {note}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {found.length > maxRows && (
            <p className="form-note">The first {maxRows} are shown. Search for the others.</p>
          )}
          {found.length === 0 && (
            <p>{q ? 'No one is found.' : 'No one has registered.'} Add who comes as a walk-in.</p>
          )}
          {event.waiting > 0 && (
            <p className="form-note">
              On the waiting list: <bdi>{waitingNames(data)}</bdi>. Add seats to the date to let them in.
            </p>
          )}
        </>
      )}
      {isPublic && !data && notLoaded}
    </div>
  )
}

const waitingNames = (registrations: readonly Registration[]) =>
  registrations.flatMap(({ status, name }) => (status === 'waiting' ? name : [])).join(', ')

function useQueue(eventId: number) {
  const queries = useQueryClient()
  const { queryKey } = registrationsQuery(eventId)
  const [queue] = useState(() =>
    createCheckInQueue(eventId, async (registrations) => {
      // A list that is still on its way may be older.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, registrations)
    }),
  )
  useEffect(() => queue.open(), [queue])
  return { queue, state: useSyncExternalStore(queue.store.subscribe, queue.store.read) }
}

type State = ReturnType<CheckInQueue['store']['read']>

const alone = { company: '', names: [], party: 1, isWalkIn: true }

/** Everyone who is expected or came, with what this device has noted */
function peopleOf(registrations: readonly Registration[], { marks, walkIns }: State) {
  const noted = new Map(marks.map(({ key, came }) => [key, came]))
  const known = registrations.filter(({ status }) => status === 'registered')
  const added = walkIns
    .filter(({ uid }) => !known.some((one) => one.uid === uid))
    .map((one) => ({ ...one, ...alone, came: [personKey(one.uid, 0)] }))
  return [...added, ...known].flatMap((party) =>
    namesOf(party).map((name, index) => {
      const key = personKey(party.uid, index)
      const own = party.isWalkIn ? 'Walk-in' : party.company
      const note = index === 0 ? own : party.names[index - 1] && `with ${party.name}`
      return { key, name, note, party, came: noted.get(key) ?? party.came.includes(key) }
    }),
  )
}

type TroubleProps = { queue: CheckInQueue; state: State; eventId: number }

/** Explains why marks are not sent or walk-ins not taken, and what to do. */
function Trouble({ queue, state: { problem, full }, eventId }: TroubleProps) {
  const mayRun = useMay('manageDays')
  return (
    <>
      {problem && (
        <Notice tone="problem" autoFocus={false}>
          <p>
            {problem.isSignedOut ? 'You’re signed out.' : problem.message} What you noted is kept on this
            device.
          </p>
          <SmallButton
            onClick={async () => {
              if (!problem.isSignedOut || (await signInQuestion.ask())) await queue.send()
            }}
          >
            {problem.isSignedOut ? 'Sign in' : 'Try again'}
          </SmallButton>
        </Notice>
      )}
      {full.length > 0 && (
        <Notice tone="problem" autoFocus={false}>
          <p>
            No seat is left for <bdi>{full.map(({ name }) => name).join(', ')}</bdi>.{' '}
            {mayRun ? (
              <>
                <InlineLink href={eventPaths.adminEdit(eventId)}>Add seats to the date</InlineLink>, then try
                again.
              </>
            ) : (
              'Ask an editor to add seats to the date, then try again.'
            )}
          </p>
          <p className="form-actions">
            <SmallButton onClick={() => queue.settleFull({ isAgain: true })}>Try again</SmallButton>
            <TextButton onClick={() => queue.settleFull({ isAgain: false })}>Don’t register them</TextButton>
          </p>
        </Notice>
      )}
    </>
  )
}

const typedWalkIn = z.pick(walkIn, { name: true, email: true })

/** Adds someone who came without a registration. */
function WalkInForm({ onAdd }: { onAdd: (person: z.infer<typeof typedWalkIn>) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const opener = useRef<HTMLButtonElement>(null)

  function add(typed: FormData) {
    const read = readForm(typedWalkIn, Object.fromEntries(typed))
    setMistakes(read.mistakes ?? {})
    if (read.mistakes) return
    onAdd(read.request)
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <>
      <QuietButton ref={opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <UserPlus aria-hidden="true" /> Walk-in
      </QuietButton>
      {isOpen && (
        <Form onSubmit={add}>
          <InputField
            ref={focusOnMount}
            name="name"
            label="Name"
            dir="auto"
            autoComplete="off"
            error={mistakes.name}
          />
          <InputField
            type="email"
            name="email"
            label="Email (optional)"
            hint="For the certificate."
            autoComplete="off"
            error={mistakes.email}
          />
          <Button type="submit">Check in</Button>
        </Form>
      )}
    </>
  )
}
