import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react'
import { use, useEffect, useRef, useState } from 'react'
import { formatDate, formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ScreenLink, TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Fact, TextFact } from '../../../../core/web/ui/fact.tsx'
import { mailto } from '../../../../core/web/ui/mailto.ts'
import { tel } from '../../../../core/web/ui/tel.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { deletionDays } from '../../../../core/words/legal/retention.ts'
import { TagField } from '../../../posts/web/admin/tag-field.tsx'
import {
  type Entry,
  type EntryKey,
  type EntryStatus,
  entryStatuses,
  entryUpdate,
  formLabels,
  type Person,
  personDelete,
  personRestore,
  statusLabels,
} from '../../contract/people.ts'
import { LetterActions } from './letters/letter-actions.tsx'
import { allLists, isSame, personQuery, showChanged } from './people-queries.ts'
import { PersonNotes } from './person-notes.tsx'
import { PersonPartContext } from './person-part.ts'
import { PersonPlan } from './person-plan.tsx'
import { PersonStep } from './person-step.tsx'

const failure = 'Couldn’t update'

type PersonPanelProps = {
  entryKey: EntryKey
  /** URL of the list with another entry open */
  entryHref: (key: EntryKey) => string
  /** URL of the list filtered by this tag */
  tagHref: (tag: string) => string
  onStatus: (entry: Entry, status: EntryStatus) => void
  /** `isLeaving`: the entry is about to disappear from the list */
  onClose: (isLeaving: boolean) => void
}

/** One entry (a submitted form), and everything about the person who wrote it */
export function PersonPanel(props: PersonPanelProps) {
  const { entryKey, onClose } = props
  // Always reloaded, because the person may have submitted another form in the meantime.
  const query = { ...personQuery(entryKey), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, { failure: 'This person couldn’t be loaded.' })
  return (
    <section className="person-panel" aria-label={data?.entry.name ?? 'Person'}>
      <TextButton className="text-button person-close" onClick={() => onClose(false)}>
        Back to the list
      </TextButton>
      {notLoaded}
      {data && <Loaded {...props} person={data} />}
    </section>
  )
}

function Loaded(props: PersonPanelProps & { person: Person }) {
  const { entryKey, entryHref, tagHref, onStatus, onClose, person } = props
  const { entry, events, notes, goneOn } = person
  const title = useRef<HTMLHeadingElement>(null)
  const { Part } = use(PersonPartContext)

  // In a narrow window the panel replaces the list, so the focused link disappears.
  useEffect(() => {
    if (matchMedia('(width < 75rem)').matches) title.current?.focus()
  }, [])

  return (
    <>
      <h2 ref={title} tabIndex={-1} dir="auto">
        {entry.name}
      </h2>
      {goneOn && <p className="notice">Deleted. Permanently removed by {formatDate(goneOn)}.</p>}
      <LetterActions entry={entry} events={events} />
      <EntryFacts entry={entry} />
      {entry.message && (
        <p className="person-message" dir="auto">
          {entry.message}
        </p>
      )}
      <Part entry={entry} events={events} />
      <StatusButtons entry={entry} onChoose={(status) => onStatus(entry, status)} />
      <EntryTags entry={entry} tagHref={tagHref} />
      {!entry.deletedAt && !entry.suspectedAt && (
        <PersonStep
          entryKey={entryKey}
          email={entry.email}
          step={entry.nextStep}
          owners={person.stepOwners}
        />
      )}
      {entry.form === 'waitlist' && <PersonPlan entryKey={entryKey} name={entry.name} />}
      <PersonNotes entryKey={entryKey} email={entry.email} notes={notes} />
      <h3>Activity</h3>
      <Activity events={events} entryKey={entryKey} entryHref={entryHref} />
      <EntryActions entry={entry} onLeave={() => onClose(true)} />
    </>
  )
}

function EntryFacts({ entry }: { entry: Entry }) {
  return (
    <dl className="person-facts">
      <Fact name="Email" dir="auto">
        <a href={mailto(entry.email)}>{entry.email}</a>
      </Fact>
      {entry.phone && (
        <Fact name="Phone" dir="auto">
          <a href={tel(entry.phone)}>{entry.phone}</a>
        </Fact>
      )}
      <TextFact name="Organization" text={entry.company} />
      <TextFact name="Work" text={entry.industry} />
      <TextFact name="Wants" text={entry.services.join(', ')} />
      <TextFact name="Start" text={entry.timeline} />
      <Fact name="Source" dir="auto">
        {formLabels[entry.form]}
        {entry.sourceName && (
          <>
            , from <bdi>{entry.sourceName}</bdi>
          </>
        )}
        , {formatRecent(entry.createdAt)}
      </Fact>
    </dl>
  )
}

function StatusButtons({ entry, onChoose }: { entry: Entry; onChoose: (status: EntryStatus) => void }) {
  const { useStatusLock } = use(PersonPartContext)
  const { isLocked, reason } = useStatusLock(entry)
  return (
    <fieldset className="person-status" aria-describedby={reason && 'status-reason'}>
      <legend>Status</legend>
      {entryStatuses.map((status, index) => (
        <button
          key={status}
          type="button"
          className="chip"
          aria-pressed={entry.status === status}
          aria-disabled={isLocked(status) || undefined}
          aria-keyshortcuts={String(index + 1)}
          title={`Shortcut: ${index + 1}`}
          onClick={() => !isLocked(status) && onChoose(status)}
        >
          {statusLabels[status]}
        </button>
      ))}
      {reason && (
        <p className="form-note" id="status-reason">
          {reason}
        </p>
      )}
    </fieldset>
  )
}

function EntryTags({ entry, tagHref }: { entry: Entry; tagHref: (tag: string) => string }) {
  const { form, id, tags } = entry
  const queries = useQueryClient()
  const tagging = useApiMutation(entryUpdate, {
    failure,
    isParallel: true,
    onSuccess: (changed) => showChanged(queries, changed),
  })
  return (
    <>
      <TagField
        tags={tags}
        onChange={(next) => tagging.run({ params: { form, id }, body: { tags: next } })}
      />
      {tags.length > 0 && (
        <p className="post-row-facts">
          Find others tagged:
          {tags.map((tag) => (
            <ScreenLink key={tag} className="text-button" href={tagHref(tag)}>
              {tag}
            </ScreenLink>
          ))}
        </p>
      )}
    </>
  )
}

type ActivityProps = Pick<PersonPanelProps, 'entryKey' | 'entryHref'> & Pick<Person, 'events'>

function Activity({ events, entryKey, entryHref }: ActivityProps) {
  return (
    <ol className="person-events">
      {events.map((event) => (
        <li key={`${event.kind}-${event.at}-${event.text}`}>
          <time dateTime={event.at}>{formatRecent(event.at)}</time>
          <span dir="auto">
            {event.entry && !isSame(event.entry, entryKey) ? (
              <ScreenLink className="text-button" href={entryHref(event.entry)}>
                {event.text}
              </ScreenLink>
            ) : (
              event.text
            )}
          </span>
          {event.mail !== null && (
            <TextLink href={paths.adminMail(event.mail)}>
              Open<span className="sr-only"> {event.text}</span>
            </TextLink>
          )}
          {event.consent && <q>{event.consent}</q>}
        </li>
      ))}
    </ol>
  )
}

/** The buttons that move the entry out of this list: spam, delete, restore */
function EntryActions({ entry, onLeave }: { entry: Entry; onLeave: () => void }) {
  const [asking, setAsking] = useState(false)
  const mayDelete = useMay('deletePeople')
  const queries = useQueryClient()
  const params = { form: entry.form, id: entry.id }
  const leaving = (success: string) => ({
    failure,
    async onSuccess() {
      showToast({ title: success, description: entry.name })
      onLeave()
      await queries.invalidateQueries(allLists)
      queries.removeQueries(personQuery(params))
    },
  })
  const restoring = useApiMutation(personRestore, leaving('Restored'))
  const deleting = useApiMutation(personDelete, leaving('Deleted'))
  const moving = useApiMutation(entryUpdate, leaving(entry.suspectedAt ? 'Moved to People' : 'Moved to Spam'))

  return (
    <>
      <div className="person-actions">
        {entry.deletedAt ? (
          mayDelete ? (
            <SmallButton onClick={() => restoring.run({ params })}>
              <RotateCcw aria-hidden="true" /> Restore
            </SmallButton>
          ) : (
            <p className="form-note">Editors and owners delete and restore people.</p>
          )
        ) : (
          <>
            <SmallButton onClick={() => moving.run({ params, body: { suspect: !entry.suspectedAt } })}>
              {entry.suspectedAt ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
              {entry.suspectedAt ? 'Not spam' : 'Move to Spam'}
            </SmallButton>
            {mayDelete && (
              <TextButton onClick={() => setAsking(true)}>
                <Trash2 aria-hidden="true" /> Delete...
              </TextButton>
            )}
          </>
        )}
      </div>
      {asking && (
        <AskDialog
          title={entry.suspectedAt ? 'Delete this entry?' : `Delete ${entry.name}?`}
          yes="Delete"
          no="Keep"
          onYes={() => deleting.run({ params })}
          onClose={() => setAsking(false)}
        >
          {entry.suspectedAt ? (
            <p>It leaves Spam now and is permanently deleted within {deletionDays} days.</p>
          ) : (
            <p>
              Their entries are removed now and they’re unsubscribed. Everything we have about {entry.email}{' '}
              is permanently deleted within {deletionDays} days, including notes, emails, and invitations with
              drafts that weren’t published. Until then you can restore them under Deleted, but they’d have to
              resubscribe to the newsletter.
            </p>
          )}
        </AskDialog>
      )}
    </>
  )
}
