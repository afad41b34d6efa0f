import { X } from 'lucide-react'
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

function describe({ attendees, answers, rating, askAt }: FollowUp): string {
  if (attendees.length === 0) return 'No one is noted yet.'
  const came = `${countPeople(attendees.length)} came.`
  if (rating !== null) return `${came} ${count(answers, 'answer')}, ${rating.toFixed(1)} of 5 on average.`
  if (askAt === null) return came
  const isAhead = new Date(askAt) > new Date()
  return isAhead
    ? `${came} Those with an email address are asked how it was ${formatRecent(askAt)}.`
    : `${came} No one has answered yet.`
}

/** Options for requests that change who came */
function useChange(uid: string, failure?: string) {
  return { ...(failure && { failure }), alwaysInvalidates: [queryKeyOf(followUpRead, { params: { uid } })] }
}

type PersonProps = {
  uid: string
  attendee: Attendee
  canEdit: boolean
  onRemove: (pressed: Element) => void
}

function Person({ uid, attendee, canEdit, onRemove }: PersonProps) {
  const { id, name, email, certificate, isWithdrawn, isRemovable } = attendee
  const changing = useApiMutation(certificateChange, useChange(uid, 'Couldn’t change the certificate'))
  const removing = useApiMutation(attendeeRemove, useChange(uid, 'Couldn’t remove this person'))
  const params = { uid, attendee: id }
  if (name === '') return <span className="form-note">Someone whose data was deleted</span>
  return (
    <>
      <span>
        <bdi>{name}</bdi>
        {email && <span className="form-note"> {email}</span>}
      </span>
      <span className="form-actions">
        {certificate && (
          <a
            className="inline-link"
            href={followUpPaths.certificate(certificate)}
            target="_blank"
            rel="noreferrer"
          >
            {isWithdrawn ? 'Withdrawn certificate' : 'Certificate'}
            <span className="sr-only"> of {name}</span>
          </a>
        )}
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
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${name}`}
            data-removes=""
            disabled={removing.busy}
            onClick={(event) => {
              onRemove(event.currentTarget)
              removing.run({ params })
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </span>
    </>
  )
}

function NewPeople({ uid }: { uid: string }) {
  const [people, setPeople] = useState('')
  const { run, busy, problem } = useApiMutation(attendeesAdd, {
    ...useChange(uid),
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
    <section aria-labelledby="answers">
      <h4 id="answers">What they said</h4>
      <ul className="follow-up-answers">
        {answered.map(({ id, name, rating, best, better }) => (
          <li key={id}>
            <p>
              <strong>{rating} of 5</strong> <bdi>{name || 'Someone whose data was deleted'}</bdi>
            </p>
            {best && <Said label="Helped most" text={best} />}
            {better && <Said label="Do differently" text={better} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Said = ({ label, text }: { label: string; text: string }) => (
  <p>
    <span className="form-note">{label}:</span>{' '}
    <span dir="auto" className="as-written">
      {text}
    </span>
  </p>
)
