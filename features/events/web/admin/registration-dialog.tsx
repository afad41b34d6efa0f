import * as z from 'zod/mini'
import { optionalEmail } from '../../../../core/contract/email.ts'
import { type Control, FieldRows, labelsOf } from '../../../../core/web/admin/field-rows.tsx'
import { LinkToCopy } from '../../../../core/web/admin/link-to-copy.tsx'
import { RecordForm, useRecordForm } from '../../../../core/web/admin/record-form.tsx'
import { mayClose } from '../../../../core/web/admin/use-leave-guard.ts'
import { call } from '../../../../core/web/api.ts'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { Event } from '../../contract/events.ts'
import {
  maxParty,
  type Registration,
  type RegistrationValues,
  registrationCreate,
  registrationStatusLabels,
  registrationUpdate,
  registrationValues,
} from '../../contract/registrations.ts'
import { eventKeys } from './event-queries.ts'

const controls = {
  name: { label: 'Name', maxLength: 200 },
  email: { label: 'Email', type: 'email', maxLength: 254 },
  company: { label: 'Organization', maxLength: 200 },
  party: {
    label: 'How many people',
    options: Array.from({ length: maxParty }, (_, i) => [i + 1, `${i + 1}`]),
  },
  names: { label: 'Names of the others', hint: 'One name a line, as far as you know them.', rows: 3 },
  message: { label: 'Message', rows: 2, maxLength: 2000 },
} satisfies Record<string, Control>

type Typed = Record<keyof typeof controls, string>

const changedValues = z.extend(registrationValues, { email: optionalEmail() })

type DialogProps = { event: Event; registration: Registration | undefined; onClose: () => void }

/** Registers someone who called, or changes a registration. */
export function RegistrationDialog({ event, registration, onClose }: DialogProps) {
  const record = useRecordForm<Typed, Registration | undefined, RegistrationValues>({
    keyOf: (one) => (one ? `registration:${one.id}` : `registration for ${event.id}`),
    endpoint: registrationUpdate,
    valuesOf: (one) => ({
      name: one?.name ?? '',
      email: one?.email ?? '',
      company: one?.company ?? '',
      party: String(one?.party ?? 1),
      names: one?.names.join('\n') ?? '',
      message: one?.message ?? '',
    }),
    saved: registration,
    id: 'registration',
    labels: labelsOf(controls),
    noun: 'this registration',
    read: (typed) =>
      readForm(registration ? changedValues : registrationValues, {
        ...typed,
        party: Number(typed.party),
        // A line that is blank keeps the place of the next name.
        names: typed.names.trimEnd() === '' ? [] : typed.names.trimEnd().split('\n'),
      }),
    send: (body, { version }) =>
      registration
        ? call(registrationUpdate, {
            params: { id: event.id, registration: registration.id },
            body: { ...body, version: Number(version) },
          })
        : call(registrationCreate, { params: { id: event.id }, body }),
    alwaysInvalidates: eventKeys(event.id),
    onSaved({ name, status }) {
      showToast({ title: registration ? 'Saved' : registrationStatusLabels[status], description: name })
      onClose()
    },
  })
  const { field, form, busy, isDirty, edit } = record
  const party = Number(form.watch('party'))

  function close() {
    if (!mayClose(isDirty)) return
    edit.forget()
    onClose()
  }

  return (
    <Modal title={registration ? 'Change the registration' : 'Register someone'} onClose={close}>
      <RecordForm
        record={record}
        note={
          registration
            ? 'They get an email if the address or the number of people changes.'
            : 'They get the same email as people who register on your site, and wait if the seats don’t suffice.'
        }
        onSave={() => record.save(undefined)}
      >
        <FieldRows
          controls={controls}
          field={field}
          rows={['name', 'email', 'company', 'party', ...(party > 1 ? (['names'] as const) : []), 'message']}
        />
        <div className="form-actions">
          <SubmitButton busy={busy} label={registration ? 'Save' : 'Register'} busyLabel="Saving..." />
          <QuietButton onClick={close}>Cancel</QuietButton>
        </div>
      </RecordForm>
      {registration?.link && (
        <LinkToCopy name={registration.name} link={registration.link} button="Copy link" />
      )}
    </Modal>
  )
}
