import type { ChangeEvent, FocusEvent, ReactNode, RefCallback } from 'react'
import type { AddressFieldProps } from '../../../core/web/address-field.tsx'
import { InputField, TextField } from '../../../core/web/ui/field.tsx'
import { type InviteField, inviteLimits } from '../contract/invites.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

type ControlProps = {
  label: string
  name: string
  error: string | undefined
  id?: string
  defaultValue?: string
  ref?: RefCallback<Control>
  onChange?: (event: ChangeEvent<Control>) => unknown
  onBlur?: (event: FocusEvent<Control>) => unknown
}

type InviteFieldsProps = {
  field: (name: InviteField) => ControlProps
  addressField: (props: AddressFieldProps) => ReactNode
  topics: readonly string[]
  messageRows?: number
}

const topicsId = 'author-topics'

/** The fields of the invitation form, shared by the admin's app and the simple admin (without JavaScript) */
export function InviteFields({ field, addressField, topics, messageRows }: InviteFieldsProps) {
  return (
    <>
      {addressField({
        ...field('email'),
        required: true,
        autoComplete: 'off',
        maxLength: inviteLimits.email,
        pointsOutNoDot: true,
      })}
      <InputField {...field('name')} autoComplete="off" maxLength={inviteLimits.name} dir="auto" />
      <InputField
        {...field('suggestedTopic')}
        required
        autoComplete="off"
        list={topicsId}
        maxLength={inviteLimits.suggestedTopic}
        dir="auto"
      />
      <datalist id={topicsId}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
      <TextField
        {...field('customMessage')}
        rows={messageRows}
        maxLength={inviteLimits.customMessage}
        dir="auto"
      />
      <div className="form-row">
        <InputField {...field('dueDate')} type="date" />
        <InputField {...field('answerDays')} type="number" min={1} max={inviteLimits.answerDays} />
      </div>
    </>
  )
}
