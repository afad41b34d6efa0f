import { type ReactNode, useState } from 'react'
import type {
  Fields,
  Item,
  ItemsField,
  OrderField,
  TextsField,
} from '../../../../core/contract/site-content/fields.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { ErrorText } from '../../../../core/web/ui/field.tsx'
import { randomId } from '../../../../core/web/ui/random-id.ts'
import { blankValues } from '../../contract/site-content/complete.ts'
import { nameRow } from '../../contract/site-content/describe.ts'
import { EditableList } from './editable-list.tsx'
import { type ControlProps, type FieldsProps, idOf, messageKey } from './field-path.ts'
import { moveRow, Sortable } from './sortable.tsx'
import { tooLong } from './too-long.ts'

type ItemsControlProps = ControlProps<ItemsField, Item[]> & {
  /** Passed in, because the fields of an item may contain lists again */
  renderFields: (props: FieldsProps<Fields>) => ReactNode
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

export function TextsControl({ field, value, path, messages, onChange }: ControlProps<TextsField, string[]>) {
  return (
    <EditableList
      field={field}
      path={path}
      messages={messages}
      rows={value}
      blank={() => ''}
      keyOf={(_, position) => String(position)}
      nameOf={(text, position) => text.trim() || `${field.item} ${position + 1}`}
      onChange={onChange}
    >
      {(text, position, buttons) => {
        const at = [...path, position]
        const error = messages[messageKey(at)] ?? tooLong(text, { max: field.maxLength })
        return (
          <div className="text-row">
            <input
              type="text"
              id={idOf(at)}
              className="field-control"
              aria-label={`${field.label}, ${field.item} ${position + 1}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${idOf(at)}-error`}
              dir="auto"
              value={text}
              onChange={({ target }) =>
                onChange(value.map((other, row) => (row === position ? target.value : other)))
              }
            />
            {buttons}
            <ErrorText id={`${idOf(at)}-error`}>{error}</ErrorText>
          </div>
        )
      }}
    </EditableList>
  )
}

type Part = { part: string; isShown: boolean }

/** The order of fixed parts, each with a box to show or hide it */
export function OrderControl({ field, value, path, onChange }: ControlProps<OrderField, Part[]>) {
  const nameOf = ({ part }: Part) => field.parts[part] ?? part
  return (
    <fieldset className="field-group" id={idOf(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      {field.help && <p className="field-hint">{field.help}</p>}
      <Sortable
        label={field.label}
        rows={value}
        keyOf={({ part }) => part}
        nameOf={nameOf}
        onMove={(from, to) => onChange(moveRow(value, from, to))}
      >
        {(row, position, buttons) => (
          <div className="text-row">
            <CheckBox
              checked={row.isShown}
              onChange={({ target }) =>
                onChange(
                  value.map((other, at) => (at === position ? { ...other, isShown: target.checked } : other)),
                )
              }
            >
              <span className="sr-only">Show </span>
              {nameOf(row)}
            </CheckBox>
            {buttons}
          </div>
        )}
      </Sortable>
    </fieldset>
  )
}
