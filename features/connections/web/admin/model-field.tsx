import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField, type InputFieldProps, SelectField } from '../../../../core/web/ui/field.tsx'

type ModelFieldProps = Pick<InputFieldProps, 'id' | 'label' | 'error' | 'name' | 'onBlur'> & {
  value: string
  onModel: (model: string) => void
  list: () => Promise<{ models: string[]; problem: string | null }>
  hint: string
  placeholder?: string
}

/** The name of a model: typed, or chosen from the list of the provider */
export function ModelField({ value, onModel, list, hint, placeholder, id, label, error }: ModelFieldProps) {
  const [models, setModels] = useState<string[]>([])
  const loading = useApiMutation(list, {
    onSuccess({ models }) {
      // The list takes the place of the field, and the focus with it.
      flushSync(() => setModels(models))
      if (models.length > 0) focusField()
    },
  })
  const field = { id, label, error, value }
  const focusField = () => document.getElementById(id ?? '')?.focus()
  const problem = loading.output?.problem ?? loading.problem
  const isEmpty = loading.output !== undefined && !problem && loading.output.models.length === 0

  if (models.length > 0)
    return (
      <div className="model-field">
        <SelectField {...field} onChange={({ currentTarget }) => onModel(currentTarget.value)} hint={hint}>
          {!models.includes(value) && <option value={value}>{value || 'Choose a model'}</option>}
          {models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </SelectField>
        <TextButton
          onClick={() => {
            flushSync(() => setModels([]))
            focusField()
          }}
        >
          Type the name instead
        </TextButton>
      </div>
    )
  return (
    <div className="model-field">
      <InputField
        {...field}
        onChange={({ currentTarget }) => onModel(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={hint}
        placeholder={placeholder}
        note={
          problem || isEmpty ? (
            <p>{problem ?? 'The provider’s list is empty.'} You can type the name instead.</p>
          ) : null
        }
      />
      <TextButton busy={loading.busy} onClick={() => loading.run()}>
        {loading.busy ? 'Loading the list...' : 'Show the provider’s list'}
      </TextButton>
    </div>
  )
}
