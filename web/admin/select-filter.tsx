import { Options, SelectField } from '../ui/field.tsx'

type SelectFilterProps = {
  label: string
  /** Label of the empty value, which does not filter. */
  all: string
  value: string
  options: [value: string, label: string][]
  onChoose: (value: string) => void
}

/** A select that filters a list by one value */
export function SelectFilter({ all, options, onChoose, ...field }: SelectFilterProps) {
  return (
    <SelectField {...field} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{all}</option>
      <Options of={options} />
    </SelectField>
  )
}
