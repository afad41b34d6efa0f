import { useId } from 'react'
import { waitlistForm as words } from '../../content/waitlist.ts'
import { honeypotField } from '../../contracts/entry-form.ts'
import { paths } from '../../contracts/paths.ts'
import {
  checkWaitlist,
  emptyWaitlistValues,
  type WaitlistErrors,
  type WaitlistValues,
  waitlistAnswer,
  waitlistFields,
  waitlistLimits,
  waitlistMessages,
} from '../../contracts/waitlist.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { silenceBrowser, useEntryForm } from './use-entry-form.ts'

export type WaitlistFormProps = {
  values?: WaitlistValues | undefined
  errors?: WaitlistErrors | undefined
  message?: string | undefined
}

/**
 * The waitlist's fields. Without script it is a plain form that posts to its own page; with script it checks
 * and sends in place, and what was typed stays until it is safely on the list.
 */
export function WaitlistForm({ onJoined, ...given }: WaitlistFormProps & { onJoined: () => void }) {
  const values = given.values ?? emptyWaitlistValues
  const id = useId()
  const { sending, problem, notice, submit } = useEntryForm({
    given,
    path: paths.api.trainingWaitlist,
    read: readValues,
    check: checkWaitlist,
    answer: waitlistAnswer.parse,
    messages: waitlistMessages,
    onDone: onJoined,
  })

  return (
    <form className="form" method="post" action={paths.waitlist} onSubmit={submit} ref={silenceBrowser}>
      {problem.message && (
        <ErrorSummary
          message={problem.message}
          fields={waitlistFields.map((field) => ({
            id: `${id}-${field}`,
            label: words.labels[field],
            error: problem.errors?.[field],
          }))}
          ref={notice}
        />
      )}
      <div className="form-row">
        <InputField
          label={words.labels.name}
          name="name"
          id={`${id}-name`}
          required
          autoComplete="name"
          maxLength={waitlistLimits.name}
          placeholder={words.namePlaceholder}
          defaultValue={values.name}
          error={problem.errors?.name}
        />
        <InputField
          label={words.labels.email}
          name="email"
          id={`${id}-email`}
          type="email"
          required
          autoComplete="email"
          maxLength={waitlistLimits.email}
          placeholder={words.emailPlaceholder}
          defaultValue={values.email}
          error={problem.errors?.email}
        />
      </div>
      <div className="form-row">
        <InputField
          label={words.labels.phone}
          name="phone"
          id={`${id}-phone`}
          type="tel"
          autoComplete="tel"
          maxLength={waitlistLimits.phone}
          defaultValue={values.phone}
          error={problem.errors?.phone}
        />
        <InputField
          label={words.labels.company}
          name="company"
          id={`${id}-company`}
          autoComplete="organization"
          maxLength={waitlistLimits.company}
          defaultValue={values.company}
          error={problem.errors?.company}
        />
      </div>
      <TextField
        label={words.labels.message}
        name="message"
        id={`${id}-message`}
        maxLength={waitlistLimits.message}
        placeholder={words.messagePlaceholder}
        defaultValue={values.message}
        error={problem.errors?.message}
      />
      <div className="honeypot" aria-hidden="true">
        <label>
          {words.honeypot}
          <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="form-note">
        {words.privacy} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
      </p>
      <button type="submit" className="btn" disabled={sending}>
        {sending ? words.sending : words.button}
      </button>
    </form>
  )
}

function readValues(data: FormData): WaitlistValues {
  const values = { ...emptyWaitlistValues }
  for (const field of waitlistFields) values[field] = String(data.get(field) ?? '')
  return values
}
