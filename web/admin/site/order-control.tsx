import type { OrderField } from '../../../contracts/site-content/fields.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { type ControlProps, idOf } from './field-path.ts'
import { moveRow, Sortable } from './sortable.tsx'

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
              {nameOf(row)}
              <span className="sr-only"> is shown</span>
            </CheckBox>
            {buttons}
          </div>
        )}
      </Sortable>
    </fieldset>
  )
}
