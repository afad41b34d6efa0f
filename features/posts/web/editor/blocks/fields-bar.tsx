import { type ReactNode, useId } from 'react'
import { Button, SmallButton } from '../../../../../core/web/ui/button.tsx'
import { ErrorText } from '../../../../../core/web/ui/field.tsx'

type FieldsBarProps = {
  /** Name of the group of fields for screen readers */
  label: string
  button: string
  problem: string
  /** Id of the message, for the field that it is about */
  problemId: string
  /** Help with one of the fields. In a wide window it is below all of them, which stay in one row. */
  hint?: { id: string; text: string }
  onApply: () => void
  onClose: () => void
  children: ReactNode
}

/** The fields of a block, below the toolbar. Not a form element, because it is inside the post's form. */
export function FieldsBar(props: FieldsBarProps) {
  const { label, button, problem, problemId, hint, onApply, onClose, children } = props
  return (
    <fieldset
      className="fields-bar"
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && isField) onApply()
        else return
        event.preventDefault()
      }}
    >
      <legend className="sr-only">{label}</legend>
      {children}
      {hint && (
        <p className="field-hint" id={hint.id}>
          {hint.text}
        </p>
      )}
      <div className="fields-bar-actions">
        <Button className="btn btn-small" onClick={onApply}>
          {button}
        </Button>
        <SmallButton onClick={onClose}>Cancel</SmallButton>
      </div>
      <ErrorText id={problemId} role="alert">
        {problem}
      </ErrorText>
    </fieldset>
  )
}

type BarFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
  /** Id of the message about this field, if there is one */
  problemId?: string | undefined
  hintId?: string
  inputMode?: 'url' | 'numeric'
}

export function BarField({ label, value, onChange, isFirst, problemId, hintId, inputMode }: BarFieldProps) {
  const id = useId()
  return (
    <div className={inputMode === 'numeric' ? 'bar-field bar-number' : 'bar-field'}>
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        id={id}
        inputMode={inputMode}
        className="field-control"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened the fields
        autoFocus={isFirst}
        autoComplete="off"
        value={value}
        aria-invalid={problemId ? true : undefined}
        aria-describedby={[hintId, problemId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
