import { useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { byId, Rows } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { count, countPeople } from '../../../../core/web/admin/plots/figures.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../core/web/admin/use-leave-guard.ts'
import { SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import {
  type Attendee,
  attendeeRemove,
  attendeesAdd,
  certificateChange,
  type FollowUp,
  followUpRead,
} from '../../contract/follow-up.ts'
import { followUpPaths } from '../../contract/follow-up-paths.ts'

type PanelProps = {
  /** The `uid` of the gathering */
  uid: string
  canEdit: boolean
  /** True if people are added by name, because there is no other list of them */
  canAdd?: boolean
}

const gone = 'Someone whose data was deleted'

/** The people who came to a day, with their certificates and answers */
export function FollowUpPanel({ uid, canEdit, canAdd = false }: PanelProps) {
  const query = { ...apiQuery(followUpRead, { params: { uid } }), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'The list of who came couldn’t be loaded.',
    waiting: 'Loading who came...',
  })
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(data?.attendees ?? [])
  return (
    <Section id="who-came" title="Who came" level={3} headline={headline} className="follow-up">
      {data ? (
        <>
          <p className="form-note">{describe(data)}</p>
          <Rows className="follow-up-people" ref={rows} rows={data.attendees} keyOf={byId}>
            {(attendee) => <Person uid={uid} attendee={attendee} canEdit={canEdit} onRemove={focusAfter} />}
          </Rows>
          {canEdit && canAdd && <NewPeople uid={uid} />}
          <Answers attendees={data.attendees} />
        </>
      ) : (
        notLoaded
      )}
    </Section>
  )
}

function describe({ attendees, askAt }: FollowUp): string {
  if (attendees.length === 0) return 'No one is noted yet.'
  const came = `${countPeople(attendees.length)} came.`
  const ratings = attendees.flatMap(({ rating }) => rating ?? [])
  if (ratings.length > 0) {
    const average = ratings.reduce((sum, rating) => sum + rating) / ratings.length
    return `${came} ${count(ratings.length, 'answer')}, ${average.toFixed(1)} of 5 on average.`
  }
  if (askAt === null) return came
  return new Date(askAt) > new Date()
    ? `${came} Those with an email address are asked how it was ${formatRecent(askAt)}.`
    : `${came} No one has answered yet.`
}

/** Reloads the list after a change. */
const stale = (uid: string) => ({ alwaysInvalidates: [queryKeyOf(followUpRead, { params: { uid } })] })

type PersonProps = { uid: string; attendee: Attendee; canEdit: boolean; onRemove: (pressed: Element) => void }

function Person({ uid, attendee, canEdit, onRemove }: PersonProps) {
  const { id, name, email, certificate, isWithdrawn, isRemovable } = attendee
  const failure = 'Couldn’t change the certificate'
  const changing = useApiMutation(certificateChange, { failure, ...stale(uid) })
  const removing = useApiMutation(attendeeRemove, { failure: 'Couldn’t remove this person', ...stale(uid) })
  const params = { uid, attendee: id }
  if (name === '') return <span className="form-note">{gone}</span>
  return (
    <>
      <span>
        <bdi>{name}</bdi>
        {email && <span className="form-note"> {email}</span>}
      </span>
      <span className="form-actions">
        <ExternalLink className="inline-link" href={followUpPaths.certificate(certificate)}>
          {isWithdrawn ? 'Withdrawn certificate' : 'Certificate'}
          <span className="sr-only"> of {name}</span>
        </ExternalLink>
        {canEdit && (
          <TextButton
            busy={changing.busy}
            onClick={() => changing.run({ params, body: { isWithdrawn: !isWithdrawn } })}
          >
            {isWithdrawn ? 'Make valid again' : 'Withdraw'}
            <span className="sr-only"> the certificate of {name}</span>
          </TextButton>
        )}
        {canEdit && isRemovable && (
          <TextButton
            data-removes=""
            busy={removing.busy}
            onClick={({ currentTarget }) => {
              onRemove(currentTarget)
              removing.run({ params })
            }}
          >
            Remove<span className="sr-only"> {name}</span>
          </TextButton>
        )}
      </span>
    </>
  )
}

function NewPeople({ uid }: { uid: string }) {
  const [people, setPeople] = useState('')
  const { run, busy, problem } = useApiMutation(attendeesAdd, {
    ...stale(uid),
    isChecked: true,
    onSuccess: () => setPeople(''),
  })
  useUnsavedQuestion(people.trim() !== '' && !busy)
  return (
    <Form onSubmit={() => run({ params: { uid }, body: { people } })}>
      <TextField
        label="Add people who came"
        hint="One name a line, as it should be on the certificate. Add an email address after a name to send the certificate and the questions."
        dir="auto"
        rows={4}
        value={people}
        error={problem}
        isErrorAnnounced
        onChange={(event) => setPeople(event.currentTarget.value)}
      />
      <SubmitButton busy={busy} label="Add them" busyLabel="Adding..." isSmall />
    </Form>
  )
}

function Answers({ attendees }: { attendees: Attendee[] }) {
  const answered = attendees.filter(({ rating }) => rating !== null)
  if (answered.length === 0) return null
  return (
    <Section id="answers" title="What they said" level={4}>
      <ul className="follow-up-answers">
        {answered.map(({ id, name, rating, best, better }) => (
          <li key={id}>
            <p>
              <strong>{rating} of 5</strong> <bdi>{name || gone}</bdi>
            </p>
            <Said label="Helped most" text={best} />
            <Said label="Do differently" text={better} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Said = ({ label, text }: { label: string; text: string }) =>
  text && (
    <p>
      <span className="form-note">{label}:</span>{' '}
      <span dir="auto" className="as-written">
        {text}
      </span>
    </p>
  )
