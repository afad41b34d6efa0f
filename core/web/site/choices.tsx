import { ErrorText } from '../ui/field.tsx'

type ChoicesProps = {
  id: string
  name: string
  label: string
  options: [value: string, label: string][]
  chosen: string[]
  error: string | undefined
  hint?: string
  /** True if only one can be chosen */
  isOne?: boolean
  /** True if the labels are so short that several fit next to each other on a phone */
  isShort?: boolean
}

/** Check boxes, or radio buttons if only one can be chosen, as one field of a form */
export function Choices({ id, name, label, options, chosen, error, hint, isOne, isShort }: ChoicesProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      className={isShort ? 'choices choices-short' : 'choices'}
      aria-describedby={described || undefined}
    >
      <legend>{label}</legend>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type={isOne ? 'radio' : 'checkbox'}
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          {text}
        </label>
      ))}
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </fieldset>
  )
}
