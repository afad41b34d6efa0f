import { type ReactNode, useState } from 'react'
import { blankValues } from '../../../contracts/site-content/complete.ts'
import { nameRow } from '../../../contracts/site-content/describe.ts'
import type { Fields, FieldValues, Item, ItemsField } from '../../../contracts/site-content/fields.ts'
import { randomId } from '../../ui/random-id.ts'
import { EditableList } from './editable-list.tsx'
import type { ControlProps, FieldPath, Messages } from './field-path.ts'
import { messageKey } from './field-path.ts'

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
            <ItemDetails name={nameOf(item, position)} isWrong={isWrong}>
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
            </ItemDetails>
            {buttons}
          </div>
        )
      }}
    </EditableList>
  )
}

/** Opens when one of the item's fields gets a message, and otherwise leaves it to the user. */
function ItemDetails({ name, isWrong, children }: { name: string; isWrong: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isWrong)
  const [wasWrong, setWasWrong] = useState(isWrong)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary dir="auto">{name}</summary>
      {children}
    </details>
  )
}
