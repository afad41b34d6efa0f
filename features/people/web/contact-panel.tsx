import type { SiteContent } from '../../../core/contract/site.ts'
import { AddressField } from '../../../core/web/address-field.tsx'
import { Choices } from '../../../core/web/site/choices.tsx'
import { InputField, SelectField } from '../../../core/web/ui/field.tsx'
import { type ContactValues, contactForm } from '../contract/contact.ts'
import { type EntryFieldProps, EntryForm, type EntryFormProps } from './entry-form.tsx'
import { EntryPanel, type EntryPanelProps } from './entry-panel.tsx'

type ContactFormProps = EntryFormProps<ContactValues> & { words: SiteContent['contact'] }
export type ContactPanelProps = ContactFormProps & EntryPanelProps

export function ContactPanel({ done, heading, ...form }: ContactPanelProps) {
  return (
    <EntryPanel
      done={done}
      heading={heading}
      words={form.words}
      doneWords={form.words.done}
      page={contactForm.page}
    >
      {(onDone) => <ContactForm {...form} onDone={onDone} />}
    </EntryPanel>
  )
}

function ContactForm(props: ContactFormProps & { onDone: () => void }) {
  const { words } = props
  return (
    <EntryForm form={contactForm} {...props}>
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
          <Choices
            {...field('services')}
            options={words.services.map((service) => [service, service])}
            chosen={props.values?.services ?? []}
          />
          <TimelineField {...field('timeline')} words={words} />
        </>
      )}
    </EntryForm>
  )
}

type TimelineFieldProps = EntryFieldProps & {
  words: Pick<SiteContent['contact'], 'noTimeline' | 'timelines'>
}

function TimelineField({ label, name, id, defaultValue, error, words }: TimelineFieldProps) {
  return (
    <SelectField label={label} name={name} id={id} defaultValue={defaultValue} error={error}>
      <option value="">{words.noTimeline}</option>
      {words.timelines.map((timeline) => (
        <option key={timeline}>{timeline}</option>
      ))}
    </SelectField>
  )
}
