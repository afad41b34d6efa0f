import type {
  Field,
  Fields,
  FieldValues,
  GroupField,
  Item,
  TextField as TextFieldKind,
} from '../../../../core/contract/site-content/fields.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { HtmlField } from '../../../posts/web/editor/html-field.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { ColorControl } from './color-control.tsx'
import { type ControlProps, type FieldsProps, idOf, messageKey } from './field-path.ts'
import { LinkControl } from './link-control.tsx'
import { ItemsControl, OrderControl, TextsControl } from './list-controls.tsx'
import { PictureControl } from './picture-control.tsx'
import { tooLong } from './too-long.ts'

/** The controls of a group of fields, which follow from the description of the fields */
export function SectionFields<Inner extends Fields>({
  fields,
  value,
  path,
  messages,
  onChange,
}: FieldsProps<Inner>) {
  return Object.entries<Field>(fields).map(([name, field]) => (
    <FieldControl
      key={name}
      field={field}
      value={value[name]}
      path={[...path, name]}
      messages={messages}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  ))
}

/** The casts are safe: the value of a field has the type that FieldValue derives from its kind. */
function FieldControl({ field, value, ...rest }: ControlProps<Field, unknown>) {
  switch (field.kind) {
    case 'text':
      return <TextControl field={field} value={value as string} {...rest} />
    case 'link':
      return <LinkControl field={field} value={value as string} {...rest} />
    case 'choice':
      return <ChoiceControl field={field} value={value as string} {...rest} />
    case 'switch':
      return (
        <CheckBox
          id={idOf(rest.path)}
          checked={value as boolean}
          onChange={({ target }) => rest.onChange(target.checked)}
        >
          {field.label}
        </CheckBox>
      )
    case 'color':
      return <ColorControl field={field} value={value as string} {...rest} />
    case 'picture':
      return <PictureControl field={field} value={value as string} {...rest} />
    case 'rich-text':
      return (
        <HtmlField
          id={idOf(rest.path)}
          label={field.label}
          hint={field.help}
          error={rest.messages[messageKey(rest.path)]}
          initial={value as string}
          onChange={rest.onChange}
        />
      )
    case 'texts':
      return <TextsControl field={field} value={value as string[]} {...rest} />
    case 'items':
      return (
        <ItemsControl
          field={field}
          value={value as Item[]}
          renderFields={(props) => <SectionFields {...props} />}
          {...rest}
        />
      )
    case 'group':
      return <GroupControl field={field} value={value as FieldValues<Fields>} {...rest} />
    case 'order':
      return <OrderControl field={field} value={value as { part: string; isShown: boolean }[]} {...rest} />
  }
}

function TextControl({ field, value, path, messages, onChange }: ControlProps<TextFieldKind, string>) {
  const common = {
    id: idOf(path),
    label: field.isOptional ? `${field.label} (optional)` : field.label,
    hint: field.help,
    error: messages[messageKey(path)] ?? tooLong(value, field),
    value,
    dir: 'auto',
  } as const
  return field.isLong ? (
    <TextField {...common} onChange={({ target }) => onChange(target.value)} />
  ) : (
    <InputField {...common} onChange={({ target }) => onChange(target.value)} />
  )
}

function GroupControl({ field, ...rest }: ControlProps<GroupField, FieldValues<Fields>>) {
  return (
    <fieldset className="field-group" id={idOf(rest.path)}>
      <legend>{field.label}</legend>
      {field.help && <p className="field-hint">{field.help}</p>}
      <SectionFields fields={field.fields} {...rest} />
    </fieldset>
  )
}
