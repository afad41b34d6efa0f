import type { ChoiceField } from '../../../../core/contract/site-content/fields.ts'
import { Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { type ControlProps, idOf, messageKey } from './field-path.ts'

export function ChoiceControl<Option extends string>({
  field,
  value,
  path,
  messages,
  onChange,
}: ControlProps<ChoiceField<Option>, Option>) {
  return (
    <SelectField
      id={idOf(path)}
      label={field.label}
      hint={field.help}
      error={messages[messageKey(path)]}
      value={value}
      // The cast is safe: these are the values of the options below.
      onChange={({ target }) => onChange(target.value as Option)}
    >
      <Options of={Object.entries<string>(field.options)} />
    </SelectField>
  )
}
