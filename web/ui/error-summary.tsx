import type { ReactNode, Ref } from 'react'
import { Notice } from './notice.tsx'

export type FieldError = { id: string; label: string; error: string | undefined }

type ErrorSummaryProps = {
  message: string
  /** The form's fields in their order; those without an error are passed over. */
  fields?: FieldError[]
  ref?: Ref<HTMLDivElement>
  /** What to do, where it is not a field that has to be fixed. */
  children?: ReactNode
}

/** What is wrong with a form, with a link to each field that has to be fixed. Focus it when it appears. */
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
