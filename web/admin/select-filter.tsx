type ChoiceProps = {
  id: string
  label: string
  /** The words for no choice at all. */
  all: string
  /** Empty where nothing is chosen. */
  value: string
  /** Each value with its words. */
  options: [string, string][]
  onChoose: (value: string) => void
}

/** Narrows a list to one kind. */
export function Choice({ id, label, all, value, options, onChoose }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field-control"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
