import { useId } from 'react'
import { contactForm as words } from '../../content/contact.ts'
import {
  type ContactErrors,
  type ContactValues,
  checkContact,
  contactAnswer,
  contactFields,
  contactLimits,
  contactMessages,
  contactTextFields,
  emptyContactValues,
} from '../../contracts/contact.ts'
import { honeypotField } from '../../contracts/entry-form.ts'
import { paths } from '../../contracts/paths.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { silenceBrowser, useEntryForm } from './use-entry-form.ts'

export type ContactFormProps = {
  values?: ContactValues | undefined
  errors?: ContactErrors | undefined
  message?: string | undefined
}

/** The contact form's fields. Without script it is a plain form that posts to its own page. */
export function ContactForm({ onSent, ...given }: ContactFormProps & { onSent: () => void }) {
  const values = given.values ?? emptyContactValues
  const id = useId()
  const { sending, problem, notice, submit } = useEntryForm({
    given,
    path: paths.api.contact,
    read: readValues,
    check: checkContact,
    answer: contactAnswer.parse,
    messages: contactMessages,
    onDone: onSent,
  })
  const field = (name: Exclude<(typeof contactTextFields)[number], 'timeline'>) => ({
    label: words.labels[name],
    name,
    id: `${id}-${name}`,
    maxLength: contactLimits[name],
    defaultValue: values[name],
    error: problem.errors?.[name],
  })

  return (
    <form className="form" method="post" action={paths.contact} onSubmit={submit} ref={silenceBrowser}>
      {problem.message && (
        <ErrorSummary
          message={problem.message}
          fields={contactFields.map((name) => ({
            id: `${id}-${name}`,
            label: words.labels[name],
            error: problem.errors?.[name],
          }))}
          ref={notice}
        />
      )}
      <div className="form-row">
        <InputField {...field('name')} required autoComplete="name" placeholder={words.namePlaceholder} />
        <InputField
          {...field('company')}
          required
          autoComplete="organization"
          placeholder={words.companyPlaceholder}
        />
      </div>
      <div className="form-row">
        <InputField
          {...field('email')}
          type="email"
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
        />
        <InputField {...field('phone')} type="tel" autoComplete="tel" />
      </div>
      <InputField {...field('industry')} placeholder={words.industryPlaceholder} />
      <fieldset
        id={`${id}-services`}
        className="choices"
        aria-describedby={problem.errors?.services && `${id}-services-error`}
      >
        <legend>{words.labels.services}</legend>
        {words.services.map((service) => (
          <label key={service}>
            <input
              type="checkbox"
              name="services"
              value={service}
              defaultChecked={values.services.includes(service)}
            />
            {service}
          </label>
        ))}
        {problem.errors?.services && (
          <p className="field-error" id={`${id}-services-error`}>
            {problem.errors.services}
          </p>
        )}
      </fieldset>
      <SelectField
        label={words.labels.timeline}
        name="timeline"
        id={`${id}-timeline`}
        defaultValue={values.timeline}
        error={problem.errors?.timeline}
      >
        <option value="">{words.noTimeline}</option>
        {words.timelines.map((timeline) => (
          <option key={timeline}>{timeline}</option>
        ))}
      </SelectField>
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

function readValues(data: FormData): ContactValues {
  const values = { ...emptyContactValues, services: data.getAll('services').map(String) }
  for (const field of contactTextFields) values[field] = String(data.get(field) ?? '')
  return values
}
