import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../../core/web/admin/api.ts'
import { LoadProblem } from '../../../../../core/web/admin/load-problem.tsx'
import { TextButton } from '../../../../../core/web/ui/button.tsx'
import { Options, SelectField } from '../../../../../core/web/ui/field.tsx'
import type { FieldValues } from '../../../contract/letter-fields.ts'
import { letterTemplateList } from '../../../contract/letters.ts'
import { fillNow, type OfferedText } from './use-letter-text.ts'

export const templatesQuery = apiQuery(letterTemplateList)

type TemplateChooserProps = {
  fields: FieldValues
  onChoose: (text: OfferedText) => void
  onManage: () => void
}

export function TemplateChooser({ fields, onChoose, onManage }: TemplateChooserProps) {
  const { data: templates = [], error, refetch } = useQuery(templatesQuery)

  function choose(id: string) {
    const template = templates.find((known) => String(known.id) === id)
    if (template) onChoose({ ...fillNow(template, fields), origin: `“${template.name}”` })
  }

  return (
    <div className="letter-template">
      {error && <LoadProblem what="The templates couldn’t be loaded." error={error} onRetry={refetch} />}
      <SelectField label="Template" value="" onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{templates.length === 0 ? 'No templates yet' : 'Choose a template'}</option>
        <Options of={templates.map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextButton onClick={onManage}>Manage templates</TextButton>
    </div>
  )
}
