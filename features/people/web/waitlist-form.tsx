import type { SiteContent } from '../../../core/contract/site.ts'
import { AddressField } from '../../../core/web/address-field.tsx'
import { InputField, TextField } from '../../../core/web/ui/field.tsx'
import type { EntryResponse } from '../contract/entry-form.ts'
import { type WaitlistValues, waitlistForm } from '../contract/waitlist.ts'
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
