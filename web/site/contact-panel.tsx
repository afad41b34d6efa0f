import { contactSent, contactForm as words } from '../../content/contact.ts'
import { type ContactValues, contactForm } from '../../contracts/contact.ts'
import { AddressField } from '../address-field.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { type EntryFieldProps, EntryForm, type EntryFormProps } from './entry-form.tsx'
import { EntryPanel, type EntryPanelProps } from './entry-panel.tsx'

export type ContactPanelProps = EntryFormProps<ContactValues> & EntryPanelProps

export function ContactPanel({ done, heading, ...form }: ContactPanelProps) {
  return (
    <EntryPanel done={done} heading={heading} words={words} doneWords={contactSent} page={contactForm.page}>
      {(onDone) => <ContactForm {...form} onDone={onDone} />}
    </EntryPanel>
  )
}

function ContactForm(props: EntryFormProps<ContactValues> & { onDone: () => void }) {
  return (
    <EntryForm form={contactForm} words={words} {...props}>
      {(field, noteSuggestion) => (
        <>
          <div className="form-row">
            <InputField {...field('name')} autoComplete="name" />
            <InputField {...field('company')} autoComplete="organization" />
          </div>
          <div className="form-row">
            <AddressField {...field('email')} autoComplete="email" onSuggest={noteSuggestion} />
            <InputField {...field('phone')} type="tel" autoComplete="tel" />
          </div>
          <InputField {...field('industry')} />
          <ServicesField {...field('services')} chosen={props.values?.services ?? []} />
          <TimelineField {...field('timeline')} />
        </>
      )}
    </EntryForm>
  )
}

function ServicesField({ label, name, id, error, chosen }: EntryFieldProps & { chosen: string[] }) {
  const errorId = `${id}-error`
  return (
    <fieldset id={id} className="choices" aria-describedby={error && errorId}>
      <legend>{label}</legend>
      {words.services.map((service) => (
        <label key={service}>
          <input type="checkbox" name={name} value={service} defaultChecked={chosen.includes(service)} />
          {service}
        </label>
      ))}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function TimelineField({ label, name, id, defaultValue, error }: EntryFieldProps) {
  return (
    <SelectField label={label} name={name} id={id} defaultValue={defaultValue} error={error}>
      <option value="">{words.noTimeline}</option>
      {words.timelines.map((timeline) => (
        <option key={timeline}>{timeline}</option>
      ))}
    </SelectField>
  )
}
