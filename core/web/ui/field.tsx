import { type ComponentProps, type ReactNode, useId } from 'react'

type FieldProps = {
  label: string
  /** Id of the control, if another element refers to it. By default the id is generated. */
  id?: string | undefined
  /** Error message below the control, tied to it by `aria-describedby` */
  error?: string | undefined
  hint?: string | undefined
  /**
   * A message below the control that screen readers announce when it appears. Pass null while there is no message, so
   * that the live region is already on the page.
   */
  note?: ReactNode
}

export type InputFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** A button inside the border of the control, at its end */
    beside?: ReactNode
  }

export function InputField({ label, id, error, hint, note, beside, ...input }: InputFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint} note={note}>
      {(tied) => {
        const control = <input type="text" className="field-control" {...input} {...tied} />
        if (beside === undefined) return control
        return (
          <div className="field-frame">
            {control}
            {beside}
          </div>
        )
      }}
    </Field>
  )
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id'> & {
    /** True to let screen readers announce the error when it appears. For forms without an error summary. */
    isErrorAnnounced?: boolean | undefined
  }

export function TextField({ label, id, error, isErrorAnnounced, hint, ...textarea }: TextFieldProps) {
  return (
    <Field label={label} id={id} error={error} isErrorAnnounced={isErrorAnnounced} hint={hint}>
      {(tied) => <textarea className="field-control field-text" {...textarea} {...tied} />}
    </Field>
  )
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'id'>

export function SelectField({ label, id, error, hint, ...select }: SelectFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint}>
      {(tied) => <select className="field-control" {...select} {...tied} />}
    </Field>
  )
}

export function Options({ of }: { of: Iterable<readonly [value: string | number, label: string]> }) {
  return Array.from(of, ([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** The message about a field with a mistake; nothing without one */
export function ErrorText({ children, ...paragraph }: ComponentProps<'p'>) {
  if (!children) return null
  return (
    <p className="field-error" {...paragraph}>
      {children}
    </p>
  )
}

type Tied = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function Field({
  label,
  id: givenId,
  error,
  isErrorAnnounced,
  hint,
  note,
  children,
}: FieldProps & Pick<TextFieldProps, 'isErrorAnnounced'> & { children: (tied: Tied) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [hint && `${id}-hint`, note && `${id}-note`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {note !== undefined && (
        <div className="field-note" id={`${id}-note`} aria-live="polite">
          {note}
        </div>
      )}
      <ErrorText id={`${id}-error`} role={isErrorAnnounced ? 'alert' : undefined}>
        {error}
      </ErrorText>
    </div>
  )
}
