import { use, useRef, useState } from 'react'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { InputField, TextField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { type LetterFields, listEmptyFields, withOwnFields } from '../../../contract/letter-fields.ts'
import {
  type LetterTemplate,
  letterLimits,
  letterTemplateCreate,
  letterTemplateUpdate,
  type TemplateInput,
} from '../../../contract/letters.ts'
import { PersonPartContext } from '../person-part.ts'
import { templatesQuery } from './template-chooser.tsx'

type TemplateFormProps = {
  /** Null for a new template */
  template: LetterTemplate | null
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

export function TemplateForm({ template, onDirty, onSaved, onCancel }: TemplateFormProps) {
  const [values, setValues] = useState<TemplateInput>({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
  })
  const textarea = useRef<HTMLTextAreaElement>(null)
  const fields = withOwnFields(use(PersonPartContext).letterFields)
  const [unknown] = listEmptyFields([values.subject, values.body], fields, fields)
  const saving = useApiMutation(
    (body: TemplateInput) =>
      template
        ? call(letterTemplateUpdate, {
            params: { id: template.id },
            body: { ...body, updatedAt: template.updatedAt },
          })
        : call(letterTemplateCreate, { body }),
    // A response may be lost although the template was saved.
    { alwaysInvalidates: [templatesQuery.queryKey], onReloaded: onSaved },
  )

  function type(changed: Partial<TemplateInput>) {
    setValues({ ...values, ...changed })
    onDirty(true)
  }

  /** Inserts a field where the cursor is. */
  function insert(field: string) {
    const { selectionStart = 0, selectionEnd = 0 } = textarea.current ?? {}
    const { body } = values
    type({ body: `${body.slice(0, selectionStart)}{${field}}${body.slice(selectionEnd)}` })
    textarea.current?.focus()
  }

  return (
    <Form className="form letter-form" onSubmit={() => saving.run(values)}>
      <InputField
        label="Name"
        value={values.name}
        maxLength={letterLimits.templateName}
        dir="auto"
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <InputField
        label="Subject"
        value={values.subject}
        maxLength={letterLimits.subject}
        dir="auto"
        onChange={(event) => type({ subject: event.currentTarget.value })}
      />
      <TextField
        label="Text"
        hint="Everyone who works here can use it, so write nothing about one person."
        ref={textarea}
        rows={8}
        value={values.body}
        maxLength={letterLimits.body}
        dir="auto"
        onChange={(event) => type({ body: event.currentTarget.value })}
      />
      <FieldList fields={fields} onInsert={insert} />
      {unknown && <p className="notice">{unknown.problem}</p>}
      {saving.problem && <Notice tone="problem">{saving.problem}</Notice>}
      <div className="form-actions">
        <SubmitButton busy={saving.busy} label="Save template" busyLabel="Saving..." />
        <QuietButton onClick={onCancel}>Cancel</QuietButton>
      </div>
    </Form>
  )
}

const FieldList = ({ fields, onInsert }: { fields: LetterFields; onInsert: (field: string) => void }) => (
  <fieldset className="letter-fields">
    <legend>Insert a field. It’s filled in for each person.</legend>
    {Object.entries(fields).map(([field, [meaning]]) => (
      <button
        key={field}
        type="button"
        className="chip"
        title={meaning}
        aria-label={`Insert {${field}}: ${meaning}`}
        onClick={() => onInsert(field)}
      >
        {`{${field}}`}
      </button>
    ))}
  </fieldset>
)
