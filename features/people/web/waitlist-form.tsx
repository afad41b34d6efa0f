import type { EntryResponse } from '../../contracts/entry-form.ts'
import type { SiteContent } from '../../contracts/site.ts'
import { type WaitlistValues, waitlistForm } from '../../contracts/waitlist.ts'
import { AddressField } from '../address-field.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { EntryForm, type EntryFormProps } from './entry-form.tsx'

export type WaitlistFormProps = EntryFormProps<WaitlistValues> & { words: SiteContent['waitlist'] }

export function WaitlistForm(props: WaitlistFormProps & { onDone: (response: EntryResponse) => void }) {
  return (
    <EntryForm form={waitlistForm} {...props}>
      {(field, noteSuggestion) => (
        <>
          <div className="form-row">
            <InputField {...field('name')} autoComplete="name" />
            <AddressField {...field('email')} autoComplete="email" onSuggest={noteSuggestion} />
          </div>
          <div className="form-row">
            <InputField {...field('phone')} type="tel" autoComplete="tel" />
            <InputField {...field('company')} autoComplete="organization" />
          </div>
          <TextField {...field('message')} />
        </>
      )}
    </EntryForm>
  )
}
