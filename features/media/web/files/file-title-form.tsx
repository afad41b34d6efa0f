import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { SubmitButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { fileLimits } from '../../contract/files.ts'

type FileTitleFormProps = {
  initial: string
  button: string
  busy?: boolean
  onSubmit: (title: string) => void
  first: RefObject<HTMLInputElement | null>
  /** More buttons, shown next to the submit button */
  children?: ReactNode
}

export function FileTitleForm({ initial, button, busy, onSubmit, first, children }: FileTitleFormProps) {
  const [title, setTitle] = useState(initial)
  const [problem, setProblem] = useState('')

  // After choosing a file, the user names it next.
  useEffect(() => first.current?.focus(), [first])

  function submit() {
    const written = title.replaceAll(/\s+/g, ' ').trim()
    if (written !== '') return onSubmit(written)
    setProblem('Give the file a title.')
    first.current?.focus()
  }

  return (
    <Form onSubmit={submit}>
      <InputField
        label="Title"
        ref={first}
        dir="auto"
        maxLength={fileLimits.title}
        value={title}
        error={problem}
        hint="Readers see it as the link, with the size of the file."
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          setProblem('')
        }}
      />
      <div className="form-actions">
        <SubmitButton busy={busy} label={button} />
        {children}
      </div>
    </Form>
  )
}
