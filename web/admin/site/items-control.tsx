import type { ReactNode } from 'react'
import { blankValues } from '../../../contracts/site-content/complete.ts'
import { nameRow } from '../../../contracts/site-content/describe.ts'
import type { Fields, FieldValues, ItemsField } from '../../../contracts/site-content/fields.ts'
import { randomId } from '../history.ts'
import { EditableList } from './editable-list.tsx'
import type { ControlProps, FieldPath, Messages } from './field-path.ts'
import { messageKey } from './field-path.ts'

type Item = { id: string } & FieldValues<Fields>

type ItemsControlProps = ControlProps<ItemsField, Item[]> & {
  /** Passed in, because the fields of an item may contain lists again */
  renderFields: (props: {
    fields: Fields
    value: FieldValues<Fields>
    path: FieldPath
    messages: Messages
    onChange: (value: FieldValues<Fields>) => void
  }) => ReactNode
}

/** A list of items, each of which opens to show its fields */
export function ItemsControl({ field, value, path, messages, onChange, renderFields }: ItemsControlProps) {
  const nameOf = (item: Item, position: number) =>
    String(item[field.nameField] ?? '').trim() || nameRow(field, position)
  return (
    <EditableList
      field={field}
      path={path}
      messages={messages}
      rows={value}
      blank={() => ({ id: randomId().slice(0, 12), ...blankValues(field.fields) })}
      keyOf={(item) => item.id}
      nameOf={nameOf}
      onChange={onChange}
    >
      {(item, position, buttons) => {
        const at = [...path, position]
        const isWrong = Object.keys(messages).some((key) => key.startsWith(`${messageKey(at)}.`))
        return (
          <div className="item-row">
            {/* A new key opens the item when it gets a message, and leaves it to the user otherwise. */}
            <details key={String(isWrong)} open={isWrong || undefined}>
              <summary dir="auto">{nameOf(item, position)}</summary>
              <div className="item-fields">
                {renderFields({
                  fields: field.fields,
                  value: item,
                  path: at,
                  messages,
                  onChange: (next) =>
                    onChange(value.map((other) => (other.id === item.id ? { ...next, id: item.id } : other))),
                })}
              </div>
            </details>
            {buttons}
          </div>
        )
      }}
    </EditableList>
  )
}
