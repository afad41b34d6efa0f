import type { ReactNode } from 'react'
import { type FieldPath, idOf } from '../field-path.ts'

type LookChoicesProps<Option extends string> = {
  label: string
  path: FieldPath
  className: string
  options: readonly Option[]
  value: Option
  onChange: (option: Option) => void
  /** What a choice looks like */
  children: (option: Option) => ReactNode
}

/** Cards of which one is chosen. Each shows what it stands for. */
export function LookChoices<Option extends string>({
  label,
  path,
  className,
  options,
  value,
  onChange,
  children,
}: LookChoicesProps<Option>) {
  return (
    <fieldset className="field-group" id={idOf(path)} tabIndex={-1}>
      <legend>{label}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option} className="look-choice" data-option={option}>
            <input
              type="radio"
              name={idOf(path)}
              value={option}
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {children(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
