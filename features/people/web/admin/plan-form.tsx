import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { weekdayNames } from '../../../../core/contract/calendar-days.ts'
import { checkForm, correctFields } from '../../../../core/contract/form-fields.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { ErrorSummary } from '../../../../core/web/ui/error-summary.tsx'
import { InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import {
  monthNames,
  type PlanAnswers,
  type PlanRequest,
  planFormatLabels,
  planFormats,
  planLimits,
  planRequest,
  planTopicLabels,
  planTopics,
  planUpdate,
} from '../../contract/plan.ts'
import { allLists, planQuery } from './people-queries.ts'

/** Unsaved answers by entry, so that they come back when the user opens the person again */
const drafts = new Map<number, FormData>()

export const hasPlanDraft = (entryId: number) => drafts.has(entryId)

type Errors = Partial<Record<keyof PlanRequest, string>>

type PlanFormProps = { entryId: number; answers: PlanAnswers | null; onClose: () => void }

/** The questions of "Help us plan" for an admin, for example after a phone call */
export function PlanForm({ entryId, answers, onClose }: PlanFormProps) {
  const [typed] = useState(() => drafts.get(entryId) ?? toFormData(answers))
  const [problem, setProblem] = useState<{ message: string; errors?: Errors }>()
  const summary = useRef<HTMLDivElement>(null)
  const id = useId()
  const saving = useApiMutation(planUpdate, {
    alwaysInvalidates: [planQuery(entryId).queryKey],
    invalidates: [allLists.queryKey],
    onError: () => setProblem(undefined),
    onReloaded: close,
  })
  const message = problem?.message ?? saving.problem

  function close() {
    drafts.delete(entryId)
    onClose()
  }

  function save(data: FormData) {
    const checked = checkForm(planRequest, readForm(data))
    if (!checked.ok) {
      // Render now, so that the summary to focus exists.
      flushSync(() => setProblem({ message: correctFields, errors: checked.errors }))
      return summary.current?.focus()
    }
    setProblem(undefined)
    const body = { ...checked.values, updatedAt: answers?.updatedAt ?? null }
    saving.run({ params: { entryId }, body })
  }

  const field = (name: 'city' | 'state' | 'zip' | 'groupSize') => ({
    id: `${id}-${name}`,
    label: fieldLabels[name],
    name,
    defaultValue: String(typed.get(name) ?? ''),
    error: problem?.errors?.[name],
  })
  const group = (name: 'topics' | 'months' | 'weekdays') => ({
    name,
    label: fieldLabels[name],
    chosen: typed.getAll(name).map(String),
  })
  const names = ['city', 'state', 'zip', 'groupSize'] as const

  return (
    <Form onSubmit={save} onInput={(event) => drafts.set(entryId, new FormData(event.currentTarget))}>
      {message && <ErrorSummary message={message} fields={names.map(field)} ref={summary} />}
      <InputField {...field('city')} maxLength={planLimits.city} autoFocus />
      <div className="form-row">
        <InputField {...field('state')} maxLength={planLimits.state} />
        <InputField {...field('zip')} maxLength={20} />
        <InputField {...field('groupSize')} maxLength={20} inputMode="numeric" />
      </div>
      <Choices {...group('topics')} options={planTopics.map((topic) => [topic, planTopicLabels[topic]])} />
      <Choices {...group('months')} options={numbered(monthNames)} />
      <Choices {...group('weekdays')} options={numbered(Object.values(weekdayNames))} />
      <SelectField label={fieldLabels.format} name="format" defaultValue={String(typed.get('format') ?? '')}>
        <option value="">Unknown</option>
        <Options of={planFormats.map((format) => [format, planFormatLabels[format]])} />
      </SelectField>
      <p className="person-plan-actions">
        <SubmitButton busy={saving.busy} label="Save answers" busyLabel="Saving..." isSmall />
        <TextButton onClick={close}>Cancel</TextButton>
      </p>
    </Form>
  )
}

const fieldLabels: Record<keyof PlanRequest, string> = {
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  groupSize: 'People',
  topics: 'Topics',
  months: 'Months that work',
  weekdays: 'Days of the week that work',
  format: 'In person or online',
}

const numbered = (names: readonly string[]): [string, string][] =>
  names.map((name, index) => [String(index + 1), name])

type ChoicesProps = {
  name: string
  label: string
  chosen: string[]
  options: [value: string, label: string][]
}

function Choices({ name, label, chosen, options }: ChoicesProps) {
  return (
    <fieldset className="person-plan-choices">
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <CheckBox key={value} name={name} value={value} defaultChecked={chosen.includes(value)}>
          {text}
        </CheckBox>
      ))}
    </fieldset>
  )
}

function toFormData(answers: PlanAnswers | null): FormData {
  const data = new FormData()
  if (!answers) return data
  const { city, state, zip, groupSize, topics, months, weekdays, format } = answers
  for (const [name, value] of Object.entries({ city, state, zip, groupSize, format }))
    data.set(name, String(value ?? ''))
  for (const [name, values] of Object.entries({ topics, months, weekdays }))
    for (const value of values) data.append(name, String(value))
  return data
}

/** The typed values as the schema checks them. What is no number becomes NaN, which it refuses. */
function readForm(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '')
  const people = text('groupSize').replaceAll(/[\s,]/g, '')
  return {
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    groupSize: people === '' ? null : Number(people),
    topics: data.getAll('topics'),
    months: data.getAll('months').map(Number),
    weekdays: data.getAll('weekdays').map(Number),
    format: text('format') || null,
  }
}
