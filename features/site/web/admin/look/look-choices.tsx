import type { ReactNode } from 'react'
import {
  type Corners,
  type FontPair,
  fontPairIds,
  fontPairs,
  type lookFields,
} from '../../../../../core/contract/look/look.ts'
import { type ControlProps, type FieldPath, idOf } from '../field-path.ts'

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
function LookChoices<Option extends string>({
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

/** Radius of the drawn corner of each choice, in a drawing 44 wide */
const samples: Record<Corners, number> = { square: 0, slight: 6, soft: 12, round: 22 }

export function CornersControl({ field, ...rest }: ControlProps<typeof lookFields.corners, Corners>) {
  return (
    <LookChoices
      label={field.label}
      className="corner-choices"
      options={Object.keys(field.options) as Corners[]}
      {...rest}
    >
      {(id) => (
        <>
          <svg viewBox="0 0 44 30" aria-hidden="true">
            <path
              d={`M2 30V${2 + samples[id]}a${samples[id]} ${samples[id]} 0 0 1 ${samples[id]}-${samples[id]}H44`}
            />
          </svg>
          {field.options[id]}
        </>
      )}
    </LookChoices>
  )
}

export function FontPairControl({ field, ...rest }: ControlProps<typeof lookFields.fontPair, FontPair>) {
  return (
    <LookChoices label={field.label} className="font-pairs" options={fontPairIds} {...rest}>
      {(id) => {
        const { name, about, headlines, text } = fontPairs[id]
        return (
          <>
            <span className="font-sample">{name}</span>
            <span className="font-about">{about}</span>
            <small>
              {headlines} and {text}
            </small>
          </>
        )
      }}
    </LookChoices>
  )
}
