import type { UseFormRegisterReturn } from 'react-hook-form'
import { InputField, type InputFieldProps, Options, SelectField, TextField } from '../ui/field.tsx'

/** The control of a field: a select if it has `options`, a box for a longer text if it has `rows` */
export type Control = Pick<InputFieldProps, 'label' | 'hint' | 'type' | 'inputMode' | 'maxLength'> & {
  options?: readonly (readonly [value: string | number, label: string])[]
  rows?: number
}

export const labelsOf = (controls: Record<string, Control>): Record<string, string> =>
  Object.fromEntries(Object.entries(controls).map(([name, { label }]) => [name, label]))

type Connected = Pick<InputFieldProps, 'id' | 'error'> & UseFormRegisterReturn

type FieldRowsProps<Name extends string> = {
  controls: Record<Name, Control>
  /** Connects a control with the form, as `useRecordForm` does */
  field: (name: Name) => Connected
  /** Names of the fields. Those in a list of their own are side by side. */
  rows: readonly (Name | readonly Name[])[]
}

/** The controls of a form that is described by a table */
export function FieldRows<Name extends string>({ controls, field, rows }: FieldRowsProps<Name>) {
  const show = (name: Name) => <ControlField key={name} {...field(name)} {...controls[name]} />
  return rows.map((row) =>
    typeof row === 'string' ? (
      show(row)
    ) : (
      <div key={row[0]} className="form-row">
        {row.map(show)}
      </div>
    ),
  )
}

function ControlField({ options, rows, type, inputMode, ...field }: Control & Connected) {
  if (options)
    return (
      <SelectField {...field}>
        <Options of={options} />
      </SelectField>
    )
  if (rows) return <TextField dir="auto" rows={rows} {...field} />
  return <InputField dir="auto" autoComplete="off" type={type ?? 'text'} inputMode={inputMode} {...field} />
}
