import { ErrorText } from '../../../../core/web/ui/field.tsx'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'

const PostEditor = lazyPart(
  () => import('./post-editor.tsx'),
  'PostEditor',
  <div className="skeleton skeleton-text" />,
)

type HtmlFieldProps = {
  id: string
  label: string
  hint?: string | undefined
  error: string | undefined
  initial: string
  onChange: (html: string) => void
}

/** The text editor as a field of a form, without callouts, buttons, and videos */
export function HtmlField({ id, label, hint, error, initial, onChange }: HtmlFieldProps) {
  return (
    <div className="field">
      <p>
        <b>{label}</b>
      </p>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <PostEditor
        ref={null}
        hasInsertMenu={false}
        id={id}
        label={label}
        describedBy={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
        isInvalid={error !== undefined}
        initial={() => initial}
        onChange={onChange}
      />
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </div>
  )
}
