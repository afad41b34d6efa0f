import { type ReactNode, useId } from 'react'
import { offlineAdvice } from '../../../core/contract/form-fields.ts'
import { paths } from '../../../core/contract/paths.ts'
import { AddressAnswer, AskedAbout } from '../../../core/web/site/address-question.tsx'
import { Honeypot } from '../../../core/web/site/honeypot.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import type {
  EntryMessages,
  EntryProblem,
  EntryResponse,
  EntryValues,
  EntryForm as FormDefinition,
} from '../contract/entry-form.ts'
import { silenceBrowser, useEntryForm } from './use-entry-form.ts'

/**
 * Initial state of a form. If the server refused a form without JavaScript, this has the typed values and the errors.
 */
export type EntryFormProps<Values> = EntryProblem<Values> & { values?: Values | undefined }

export type EntryFieldProps = {
  label: string
  name: string
  id: string
  maxLength: number
  required: boolean | undefined
  placeholder: string | undefined
  defaultValue: string
  error: string | undefined
}

type Props<Values> = EntryFormProps<Values> & {
  form: FormDefinition<Values>
  words: {
    labels: Record<keyof Values, string>
    placeholders: { [Name in keyof Values]?: string }
    privacy: string
    privacyLink: string
    button: string
    sending: string
    messages: EntryMessages
  }
  onDone: (response: EntryResponse) => void
  /** Renders the fields. `field` returns the props of a field. */
  children: (
    field: (name: keyof Values & string) => EntryFieldProps,
    /** To be called with the typed address when the field suggests another one */
    noteSuggestion: (about: string) => void,
  ) => ReactNode
}

/**
 * A public form. Without JavaScript it is a plain HTML form that posts to its own page. With JavaScript it is checked
 * and submitted without a page load, and a failure never loses what was typed.
 */
export function EntryForm<Values extends EntryValues>({
  form,
  words,
  values,
  onDone,
  children,
  ...given
}: Props<Values>) {
  const id = useId()
  const idOf = (name: string) => `${id}-${name}`
  const entry = useEntryForm(form, words.messages, given, onDone)
  const { sending, problem, rephrase, notice, submit, noteSuggestion } = entry
  const { errors, message, question, offline } = problem
  const field = (name: keyof Values & string) => ({
    label: words.labels[name],
    name,
    id: idOf(name),
    maxLength: form.fields[name].max,
    required: form.fields[name].required,
    placeholder: words.placeholders[name],
    defaultValue: String(values?.[name] ?? ''),
    error: rephrase(errors?.[name]),
  })

  const names = Object.keys(form.fields) as (keyof Values & string)[]

  return (
    <form className="form" method="post" action={form.page} onSubmit={submit} ref={silenceBrowser}>
      {message && (
        <ErrorSummary message={rephrase(message) ?? message} fields={names.map(field)} ref={notice}>
          {offline && <p>{offlineAdvice}</p>}
        </ErrorSummary>
      )}
      {children(field, noteSuggestion)}
      <AskedAbout question={question} />
      <Honeypot />
      <p className="form-note">
        {words.privacy} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
      </p>
      <p className="form-actions">
        <button type="submit" className="btn" disabled={sending}>
          {sending ? words.sending : words.button}
        </button>
        <AddressAnswer question={question} />
      </p>
    </form>
  )
}
