import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitlistForm as words } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import {
  checkWaitlist,
  emptyWaitlistValues,
  honeypotField,
  type WaitlistErrors,
  type WaitlistValues,
  waitlistAnswer,
  waitlistFields,
  waitlistLimits,
  waitlistMessages,
} from '../../contracts/waitlist.ts'
import { callApi } from '../api.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.ts'

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
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<WaitlistFormProps>(given)
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const id = useId()

  function show(next: WaitlistFormProps) {
    flushSync(() => {
      setSending(false)
      setProblem(next)
    })
    notice.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const data = new FormData(event.currentTarget)
    const typed = { ...emptyWaitlistValues }
    for (const field of waitlistFields) typed[field] = String(data.get(field) ?? '')
    const checked = checkWaitlist(typed)
    if (!checked.ok) return show({ errors: checked.errors, message: waitlistMessages.mend })

    setSending(true)
    setProblem({})
    try {
      const honeypot = String(data.get(honeypotField) ?? '')
      const answer = waitlistAnswer.parse(
        await callApi('POST', paths.api.trainingWaitlist, {
          ...checked.values,
          ...(honeypot && { [honeypotField]: honeypot }),
        }),
      )
      if (!answer.success) {
        const message = answer.message || waitlistMessages.failed
        showToast({ title: 'Error', description: message, tone: 'destructive' })
        return show({ errors: answer.errors, message })
      }
      showToast({ title: 'Success!', description: answer.message })
      form.current?.reset()
      setSending(false)
      onJoined()
    } catch {
      showToast({ title: 'Error', description: waitlistMessages.unreachable, tone: 'destructive' })
      show({ message: waitlistMessages.unreachable })
    }
  }

  return (
    <form
      className="form"
      method="post"
      action={paths.waitlist}
      onSubmit={submit}
      ref={(element) => {
        form.current = element
        // With script our own words stand under the fields; without it the browser's checks help.
        if (element) element.noValidate = true
      }}
    >
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
