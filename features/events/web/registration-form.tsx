import type { ReactNode } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import type { AddressQuestion } from '../../../core/contract/suggest-address.ts'
import { AddressAnswer, AskedAbout } from '../../../core/web/site/address-question.tsx'
import { Honeypot } from '../../../core/web/site/honeypot.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { InputField, Options, SelectField, TextField } from '../../../core/web/ui/field.tsx'
import { plainFields, type TypedForm } from '../../../core/web/ui/plain-fields.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { maxParty, type RegistrationValues } from '../contract/registrations.ts'
import { registrationForm as words } from '../words/events.ts'

export type Typed = TypedForm<RegistrationValues> & { question?: AddressQuestion | undefined }

const blank = { name: '', email: '', company: '', party: 1, names: [], message: '' }

type RegistrationFormProps = {
  slug: string
  typed?: Typed | undefined
  button: string
  partyHint?: string | undefined
  terms?: string
  /** A link beside the button */
  children?: ReactNode
}

/** Registers a party. A plain form: it posts to the page of the date. */
export function RegistrationForm({ slug, typed, button, partyHint, terms, children }: RegistrationFormProps) {
  const { values = blank, errors, message, question } = typed ?? {}
  const { field, summary } = fieldsOf(values, errors)
  return (
    <form className="form" method="post" action={eventPaths.event(slug)}>
      {message && <ErrorSummary message={message} fields={summary} />}
      <div className="form-row">
        <InputField {...field('name')} autoComplete="name" maxLength={200} required />
        <InputField {...field('email')} type="email" autoComplete="email" maxLength={254} required />
      </div>
      <div className="form-row">
        <InputField {...field('company')} autoComplete="organization" maxLength={200} />
        <PartyField {...field('party')} hint={partyHint ?? words.partyHint} />
      </div>
      <TextField {...field('message')} maxLength={2000} />
      <AskedAbout question={question} />
      <Honeypot />
      {terms && (
        <div>
          <h3>{words.terms}</h3>
          <p className="as-written" dir="auto">
            {terms}
          </p>
        </div>
      )}
      <p className="form-note">
        {terms && `${words.accepting} `}
        {words.privacy} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
      </p>
      <p className="form-actions">
        <button type="submit" className="btn">
          {button}
        </button>
        <AddressAnswer question={question} />
        {children}
      </p>
    </form>
  )
}

type ChangeFormProps = { token: string; typed: Typed; button: string; children?: ReactNode }

/** Changes who comes, on the page of a registration */
export function ChangeForm({ token, typed: { values, errors, message }, button, children }: ChangeFormProps) {
  const { field, summary, idOf } = fieldsOf(values, errors)
  return (
    <form className="form" method="post" action={eventPaths.registration(token)}>
      {message && <ErrorSummary message={message} fields={summary} />}
      <div className="form-row">
        <InputField {...field('name')} autoComplete="name" maxLength={200} required />
        <InputField {...field('company')} autoComplete="organization" maxLength={200} />
      </div>
      <PartyField {...field('party')} />
      {values.party > 1 && (
        <fieldset className="party-names" id={idOf('names')}>
          <legend>{words.labels.names}</legend>
          {Array.from({ length: values.party - 1 }, (_, index) => (
            <InputField
              key={words.otherName(index + 2)}
              label={words.otherName(index + 2)}
              name="names"
              defaultValue={values.names[index]}
              maxLength={200}
            />
          ))}
        </fieldset>
      )}
      <TextField {...field('message')} maxLength={2000} />
      <p className="form-actions">
        <button type="submit" name="action" value="change" className="btn btn-quiet">
          {button}
        </button>
        {children}
      </p>
    </form>
  )
}

const fieldsOf = (values: RegistrationValues, errors: Typed['errors']) =>
  plainFields({ prefix: 'registration', labels: words.labels, values, errors })

const sizes = Array.from({ length: maxParty }, (_, index) => [index + 1, words.party(index + 1)] as const)

const PartyField = (field: Parameters<typeof SelectField>[0]) => (
  <SelectField {...field}>
    <Options of={sizes} />
  </SelectField>
)
