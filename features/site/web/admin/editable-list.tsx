import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { ErrorText } from '../../../../core/web/ui/field.tsx'
import { type FieldPath, idOf, type Messages, messageKey } from './field-path.ts'
import { moveRow, Sortable, type SortableProps } from './sortable.tsx'

type EditableListProps<Row> = Pick<SortableProps<Row>, 'keyOf' | 'nameOf' | 'children'> & {
  field: { label: string; help?: string; item: string; min: number; max: number }
  path: FieldPath
  messages: Messages
  rows: Row[]
  blank: () => Row
  onChange: (rows: Row[]) => void
}

/** A list to which rows can be added, and whose rows can be moved and removed. A removed row can be put back. */
export function EditableList<Row>({ field, path, messages, children, ...list }: EditableListProps<Row>) {
  const { rows, blank, keyOf, nameOf, onChange } = list
  const [removedRows, setRemovedRows] = useState<{ row: Row; name: string; position: number }[]>([])
  const removed = removedRows.at(-1)
  const group = useRef<HTMLFieldSetElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const message = messages[messageKey(path)]
  const isFull = rows.length >= field.max

  function add() {
    // Rendered at once, so that the first control of the new row can take the focus.
    flushSync(() => onChange([...rows, blank()]))
    const row = group.current?.querySelector('.sortable')?.lastElementChild
    row?.querySelector('details')?.setAttribute('open', '')
    row?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }

  function remove(position: number) {
    const row = rows[position]
    if (row === undefined) return
    flushSync(() => {
      setRemovedRows([...removedRows, { row, name: nameOf(row, position), position }])
      onChange(rows.filter((_, at) => at !== position))
    })
    undo.current?.focus()
    // The page is shorter now, so the button may be out of view.
    requestAnimationFrame(() => undo.current?.scrollIntoView({ block: 'nearest' }))
  }

  function putBack() {
    if (!removed) return
    const { row, position } = removed
    flushSync(() => {
      onChange([...rows.slice(0, position), row, ...rows.slice(position)])
      setRemovedRows(removedRows.slice(0, -1))
    })
    const shown = group.current?.querySelector('.sortable')?.children.item(Math.min(position, rows.length))
    shown?.querySelector<HTMLElement>('summary, input, textarea')?.focus()
  }

  return (
    <fieldset
      className="field-group editable-list"
      id={idOf(path)}
      tabIndex={-1}
      ref={group}
      aria-describedby={message && `${idOf(path)}-error`}
    >
      <legend>{field.label}</legend>
      {field.help && <p className="field-hint">{field.help}</p>}
      {rows.length > 0 && (
        <Sortable
          label={field.label}
          rows={rows}
          keyOf={keyOf}
          nameOf={nameOf}
          onMove={(from, to) => onChange(moveRow(rows, from, to))}
          onRemove={rows.length > field.min ? remove : undefined}
        >
          {children}
        </Sortable>
      )}
      <div className="form-actions">
        <SmallButton onClick={add} disabled={isFull}>
          <Plus aria-hidden="true" /> Add a{/^[aeiou]/.test(field.item) ? 'n' : ''} {field.item}
        </SmallButton>
        {removed && !isFull && (
          <SmallButton ref={undo} onClick={putBack}>
            Put back {removed.name}
          </SmallButton>
        )}
      </div>
      <LimitHint {...field} count={rows.length} />
      <ErrorText id={`${idOf(path)}-error`}>{message}</ErrorText>
    </fieldset>
  )
}

type LimitHintProps = { item: string; min: number; max: number; count: number }

function LimitHint({ item, min, max, count }: LimitHintProps) {
  if (count >= max) return <p className="field-hint">That’s the limit of {max}. Remove one to add another.</p>
  if (min === 0 || count !== min) return null
  return (
    <p className="field-hint">
      {min === 1 ? `One ${item} has` : `${min} of these have`} to stay. Change it, or add yours first.
    </p>
  )
}
