import type { Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'

/** Names and positions that lead to a field, such as `['list', 2, 'name']` */
export type FieldPath = readonly (string | number)[]

export const idOf = (path: FieldPath) => `section-${path.join('-')}`

/** Key of a field's message, as the server and the schema name it */
export const messageKey = (path: FieldPath) => path.join('.')

/** The messages of invalid fields, by `messageKey` */
export type Messages = Readonly<Record<string, string>>

/** What every control of a section's form gets */
export type ControlProps<F, Value> = {
  field: F
  value: Value
  path: FieldPath
  messages: Messages
  onChange: (value: Value) => void
}

/** The same for the controls of a group of fields */
export type FieldsProps<Inner extends Fields> = Omit<ControlProps<never, FieldValues<Inner>>, 'field'> & {
  fields: Inner
}
