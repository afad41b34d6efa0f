import type { Ref } from 'react'
import { Notice } from './notice.tsx'

export type FieldError = { id: string; label: string; error: string | undefined }

type ErrorSummaryProps = {
  message: string
  /** The form's fields in their order; those without an error are passed over. */
  fields?: FieldError[]
  ref?: Ref<HTMLDivElement>
}

/** What is wrong with a form, and what to mend, each leading to its field. It takes the focus. */
export function ErrorSummary({ message, fields = [], ref }: ErrorSummaryProps) {
  const wrong = fields.filter(({ error }) => error)
  return (
    <Notice tone="problem" {...(ref && { ref })}>
      <p>{message}</p>
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
