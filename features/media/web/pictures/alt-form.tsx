import { type ReactNode, type RefObject, useState } from 'react'
import { SubmitButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { mediaLimits } from '../../contract/media.ts'

type AltFormProps = {
  /** Undefined if the picture has no description yet; empty if it is decorative */
  initial: string | undefined
  button: string
  busy: boolean
  onSubmit: (alt: string) => void
  first: RefObject<HTMLTextAreaElement | null>
  /** More buttons, shown next to the submit button */
  children?: ReactNode
}

/** Asks the user to describe a picture, or to mark it as decorative. */
export function AltForm({ initial, button, busy, onSubmit, first, children }: AltFormProps) {
  const [alt, setAlt] = useState(initial ?? '')
  const [isDecoration, setDecoration] = useState(initial === '')
  const [problem, setProblem] = useState('')

  function submit() {
    if (busy) return
    if (!isDecoration && alt.trim() === '') {
      setProblem('Describe the image, or mark it as decorative.')
      first.current?.focus()
      return
    }
    onSubmit(isDecoration ? '' : alt.trim())
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label="Image description (alt text)"
        ref={first}
        rows={2}
        className="field-control"
        maxLength={mediaLimits.alt}
        disabled={isDecoration}
        value={isDecoration ? '' : alt}
        error={problem}
        isErrorAnnounced
        hint="For people who can’t see it. One plain sentence, like “Two volunteers pack food boxes.”"
        onChange={(event) => {
          setAlt(event.currentTarget.value)
          setProblem('')
        }}
      />
      <CheckBox
        checked={isDecoration}
        onChange={(event) => {
          setDecoration(event.currentTarget.checked)
          setProblem('')
        }}
      >
        This image is decorative
      </CheckBox>
      <div className="form-actions">
        <SubmitButton busy={busy} label={button} />
        {children}
      </div>
    </Form>
  )
}
