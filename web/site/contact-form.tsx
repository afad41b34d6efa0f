import { useId } from 'react'
import { contactForm as words } from '../../content/contact.ts'
import {
  type ContactErrors,
  type ContactField,
  type ContactValues,
  checkContact,
  contactFields,
  contactLimits,
  contactMessages,
  contactResponse,
  contactTextFields,
  emptyContactValues,
} from '../../contracts/contact.ts'
import { paths } from '../../contracts/paths.ts'
import type { AddressQuestion } from '../../contracts/suggest-address.ts'
import { AddressField } from '../address-field.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { useEntryForm } from './use-entry-form.ts'

export type ContactFormProps = {
  values?: ContactValues | undefined
  errors?: ContactErrors | undefined
  message?: string | undefined
  question?: AddressQuestion | undefined
}

/** The contact form's fields. Without script it is a plain form that posts to its own page. */
export function ContactForm({ onSent, ...given }: ContactFormProps & { onSent: () => void }) {
  const values = given.values ?? emptyContactValues
  const id = useId()
  const idOf = (name: ContactField) => `${id}-${name}`
  const entry = useEntryForm({
    given,
    path: paths.api.contact,
    read: readValues,
    check: checkContact,
    answer: contactResponse.parse,
    messages: contactMessages,
    onDone: onSent,
  })
  const { errors } = entry.problem
  const servicesError = `${idOf('services')}-error`
  const field = (name: Exclude<(typeof contactTextFields)[number], 'timeline'>) => ({
    label: words.labels[name],
    name,
    id: idOf(name),
    maxLength: contactLimits[name],
    defaultValue: values[name],
    error: errors?.[name],
  })

  return (
    <EntryFrame action={paths.contact} words={words} fields={contactFields} idOf={idOf} entry={entry}>
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
        <AddressField
          {...field('email')}
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
          onSuggest={entry.noteSuggestion}
        />
        <InputField {...field('phone')} type="tel" autoComplete="tel" />
      </div>
      <InputField {...field('industry')} placeholder={words.industryPlaceholder} />
      <fieldset
        id={idOf('services')}
        className="choices"
        aria-describedby={errors?.services && servicesError}
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
        {errors?.services && (
          <p className="field-error" id={servicesError}>
            {errors.services}
          </p>
        )}
      </fieldset>
      <SelectField
        label={words.labels.timeline}
        name="timeline"
        id={idOf('timeline')}
        defaultValue={values.timeline}
        error={errors?.timeline}
      >
        <option value="">{words.noTimeline}</option>
        {words.timelines.map((timeline) => (
          <option key={timeline}>{timeline}</option>
        ))}
      </SelectField>
    </EntryFrame>
  )
}

function readValues(data: FormData): ContactValues {
  const values = { ...emptyContactValues, services: data.getAll('services').map(String) }
  for (const field of contactTextFields) values[field] = String(data.get(field) ?? '')
  return values
}
