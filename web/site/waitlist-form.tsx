import { useId } from 'react'
import { waitlistForm as words } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import type { AddressQuestion } from '../../contracts/suggest-address.ts'
import {
  checkWaitlist,
  emptyWaitlistValues,
  type WaitlistErrors,
  type WaitlistField,
  type WaitlistValues,
  waitlistFields,
  waitlistLimits,
  waitlistMessages,
  waitlistResponse,
} from '../../contracts/waitlist.ts'
import { AddressField } from '../address-field.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { useEntryForm } from './use-entry-form.ts'

export type WaitlistFormProps = {
  values?: WaitlistValues | undefined
  errors?: WaitlistErrors | undefined
  message?: string | undefined
  question?: AddressQuestion | undefined
}

/**
 * The waitlist's fields. Without script it is a plain form that posts to its own page; with script it checks
 * and sends in place, and what was typed stays until it is safely on the list.
 */
export function WaitlistForm({ onJoined, ...given }: WaitlistFormProps & { onJoined: () => void }) {
  const values = given.values ?? emptyWaitlistValues
  const id = useId()
  const idOf = (name: WaitlistField) => `${id}-${name}`
  const entry = useEntryForm({
    given,
    path: paths.api.trainingWaitlist,
    read: readValues,
    check: checkWaitlist,
    answer: waitlistResponse.parse,
    messages: waitlistMessages,
    onDone: onJoined,
  })
  const field = (name: WaitlistField) => ({
    label: words.labels[name],
    name,
    id: idOf(name),
    maxLength: waitlistLimits[name],
    defaultValue: values[name],
    error: entry.problem.errors?.[name],
  })

  return (
    <EntryFrame action={paths.waitlist} words={words} fields={waitlistFields} idOf={idOf} entry={entry}>
      <div className="form-row">
        <InputField {...field('name')} required autoComplete="name" placeholder={words.namePlaceholder} />
        <AddressField
          {...field('email')}
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
          onSuggest={entry.noteSuggestion}
        />
      </div>
      <div className="form-row">
        <InputField {...field('phone')} type="tel" autoComplete="tel" />
        <InputField {...field('company')} autoComplete="organization" />
      </div>
      <TextField {...field('message')} placeholder={words.messagePlaceholder} />
    </EntryFrame>
  )
}

function readValues(data: FormData): WaitlistValues {
  const values = { ...emptyWaitlistValues }
  for (const field of waitlistFields) values[field] = String(data.get(field) ?? '')
  return values
}
