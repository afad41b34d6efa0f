import type { TextsField } from '../../../contracts/site-content/fields.ts'
import { ErrorText } from '../../ui/field.tsx'
import { EditableList } from './editable-list.tsx'
import { type ControlProps, idOf, messageKey } from './field-path.ts'
import { tooLong } from './too-long.ts'

export function TextsControl({ field, value, path, messages, onChange }: ControlProps<TextsField, string[]>) {
  return (
    <EditableList
      field={field}
      path={path}
      messages={messages}
      rows={value}
      blank={() => ''}
      keyOf={(_, position) => String(position)}
      nameOf={(text, position) => text.trim() || `${field.item} ${position + 1}`}
      onChange={onChange}
    >
      {(text, position, buttons) => {
        const at = [...path, position]
        const error = messages[messageKey(at)] ?? tooLong(text, { max: field.maxLength })
        return (
          <div className="text-row">
            <input
              type="text"
              id={idOf(at)}
              className="field-control"
              aria-label={`${field.label}, ${field.item} ${position + 1}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${idOf(at)}-error`}
              dir="auto"
              value={text}
              onChange={({ target }) =>
                onChange(value.map((other, row) => (row === position ? target.value : other)))
              }
            />
            {buttons}
            <ErrorText id={`${idOf(at)}-error`}>{error}</ErrorText>
          </div>
        )
      }}
    </EditableList>
  )
}
