import { Banknote, Pencil, UserX } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatRecent } from '../../../../core/contract/format-date.ts'
import { byId, Rows } from '../../../../core/web/admin/lists/list-screen.tsx'
import { countPeople } from '../../../../core/web/admin/plots/figures.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { mailto } from '../../../../core/web/ui/mailto.ts'
import { Section } from '../../../../core/web/ui/section.tsx'
import { ToolMenu } from '../../../posts/web/editor/tool-menu.tsx'
import type { Event } from '../../contract/events.ts'
import {
  type Registration,
  type RegistrationStatus,
  registrationAdmit,
  registrationCancel,
  registrationPaid,
  registrationStatusLabels,
} from '../../contract/registrations.ts'
import { eventKeys } from './event-queries.ts'
import { isFound } from './event-words.ts'
import { RegistrationDialog } from './registration-dialog.tsx'

/** Rows that are shown at once; the search finds the others. */
const maxRows = 100
const order: RegistrationStatus[] = ['suspect', 'registered', 'waiting', 'canceled']

type Props = { event: Event; registrations: Registration[]; mayRun: boolean }

/** The registrations for a date, by status */
export function Registrations({ event, registrations, mayRun }: Props) {
  const [q, setQ] = useState('')
  const [edited, setEdited] = useState<Registration | 'new'>()
  const canAdd = mayRun && event.status === 'published' && !event.isOver
  const found = registrations.filter((one) => isFound(one, q))
  return (
    <Section id="registrations" title="Registrations" level={3} takesFocus className="event-registrations">
      <div className="event-tools">
        {registrations.length > 5 && (
          <InputField
            type="search"
            label="Search registrations"
            value={q}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
          />
        )}
        {canAdd && <SmallButton onClick={() => setEdited('new')}>Register someone</SmallButton>}
      </div>
      {registrations.length === 0 && (
        <p className="form-note">
          No one has registered yet. Share the page of the date, or register those who call.
        </p>
      )}
      {registrations.length > 0 && found.length === 0 && <p>No one is found.</p>}
      {order.map((status) => {
        const rows = found.filter((one) => one.status === status)
        if (rows.length === 0) return null
        return (
          <section key={status} aria-labelledby={`registrations-${status}`}>
            <h4 id={`registrations-${status}`}>
              {registrationStatusLabels[status]} ({rows.length})
            </h4>
            <Rows className="event-people" rows={rows.slice(0, maxRows)} keyOf={byId}>
              {(one) => <Row event={event} registration={one} mayRun={mayRun} onEdit={setEdited} />}
            </Rows>
            {rows.length > maxRows && (
              <p className="form-note">The first {maxRows} are shown. Search for the others.</p>
            )}
          </section>
        )
      })}
      {edited && (
        <RegistrationDialog
          event={event}
          registration={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  )
}

const focusSection = () => document.getElementById('registrations')?.focus()

type RowProps = {
  event: Event
  registration: Registration
  mayRun: boolean
  onEdit: (registration: Registration) => void
}

function Row({ event, registration, mayRun, onEdit }: RowProps) {
  const { id, name, names, email, company, message, party, status, paidOn, isWalkIn, came, createdAt } =
    registration
  const [isAsking, setAsking] = useState(false)
  const today = useSiteToday()
  const params = { id: event.id, registration: id }
  const alwaysInvalidates = eventKeys(event.id)
  const admitting = useApiMutation(registrationAdmit, {
    failure: 'Couldn’t take this registration',
    alwaysInvalidates,
    onReloaded: focusSection,
  })
  const canceling = useApiMutation(registrationCancel, {
    failure: 'Couldn’t cancel the registration',
    alwaysInvalidates,
    onSuccess: () => setAsking(false),
    onReloaded: focusSection,
  })
  const paying = useApiMutation(registrationPaid, { failure: 'Couldn’t note that', alwaysInvalidates })
  const cancel = () => canceling.run({ params })
  const first = name || 'Someone who was deleted'
  const known = names.filter(Boolean).join(', ')
  const ofName = <span className="sr-only"> {first}</span>
  return (
    <article aria-label={first}>
      <div>
        <p>
          <bdi>{first}</bdi>
          {party > 1 && ` and ${party - 1} more`}
          {known && (
            <>
              : <bdi>{known}</bdi>
            </>
          )}
        </p>
        <p className="post-row-facts">
          {email && (
            <a className="inline-link" href={mailto(email)}>
              {email}
            </a>
          )}
          {company && <bdi>{company}</bdi>}
          <span>{formatRecent(createdAt)}</span>
          {isWalkIn && <span className="tag">Walk-in</span>}
          {paidOn && <span className="tag">Paid on {formatDay(paidOn)}</span>}
          {came.length > 0 && (
            <span className="tag">{party > 1 ? `${countPeople(came.length)} came` : 'Came'}</span>
          )}
        </p>
        {message && (
          <p dir="auto" className="event-text form-note">
            {message}
          </p>
        )}
      </div>
      {mayRun && status === 'suspect' && (
        <div className="form-actions">
          <SmallButton busy={admitting.busy} onClick={() => admitting.run({ params })}>
            It’s real{ofName}
          </SmallButton>
          <TextButton busy={canceling.busy} onClick={cancel}>
            It’s spam{ofName}
          </TextButton>
        </div>
      )}
      {mayRun && name !== '' && (status === 'registered' || status === 'waiting') && (
        <ToolMenu
          label="More"
          button={{ 'aria-label': `More for ${name}` }}
          items={[
            { label: 'Change', icon: Pencil, run: () => onEdit(registration) },
            {
              label: paidOn ? 'Not paid' : 'Paid',
              icon: Banknote,
              run: () => paying.run({ params, body: { paidOn: paidOn ? null : today } }),
            },
            { label: 'Cancel...', icon: UserX, run: () => setAsking(true) },
          ]}
        />
      )}
      {isAsking && (
        <AskDialog
          title={`Cancel the registration of ${name}?`}
          yes="Cancel the registration"
          no="Keep it"
          busy={canceling.busy}
          onYes={cancel}
          onClose={() => setAsking(false)}
        >
          <p>
            They get an email if we have their address.{' '}
            {status === 'registered' && 'Freed seats go to the next party in line that fits.'}
          </p>
        </AskDialog>
      )}
    </article>
  )
}
