import type { ReactNode, Ref } from 'react'
import { Notice } from './notice.tsx'

export type FieldError = { id: string; label: string; error: string | undefined }

type ErrorSummaryProps = {
  message: string
  /** All fields of the form in order. Those without an error are skipped. */
  fields?: FieldError[]
  ref?: Ref<HTMLDivElement>
  /** Advice about a problem that is not in a field */
  children?: ReactNode
}

/** Explains why a form was not accepted, with a link to each field with an error. Focus it when it appears. */
export function ErrorSummary({ message, fields = [], ref, children }: ErrorSummaryProps) {
  const wrong = fields.filter(({ error }) => error)
  return (
    <Notice tone="problem" {...(ref && { ref })}>
      <p>{message}</p>
      {children}
      {wrong.length > 0 && (
        <ul className="notice-list">
          {wrong.map(({ id, label, error }) => (
            <li key={id}>
              <a href={`#${id}`}>{label.replace(' *', '')}</a>: {error}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
