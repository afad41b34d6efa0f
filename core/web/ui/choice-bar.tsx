type ChoiceBarProps<Option extends string> = {
  label: string
  options: Record<Option, string>
  value: Option
  onChange: (option: Option) => void
}

/** A row of buttons, one of which is pressed */
export function ChoiceBar<Option extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceBarProps<Option>) {
  return (
    <fieldset className="choice-bar">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Option[]).map((name) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          {options[name]}
        </button>
      ))}
    </fieldset>
  )
}
