import { planTopicLabels, planTopics } from '../../../../contracts/plan.ts'
import type { Planner } from '../../../../contracts/planner.ts'
import { SelectField } from '../../../ui/field.tsx'
import { navigate } from '../../history.ts'
import { SelectFilter } from '../../select-filter.tsx'
import { type PlannerFilter, plannerUrl, readPlannerFilter } from './planner-url.ts'
import { countDays } from './planner-words.ts'

const monthChoices = [1, 2, 3, 6, 9, 12]
const dayChoices = [1, 2, 3, 5, 10, 20]
const offerChoices = [1, 2, 3]
const usual = { months: '6', perOffer: '2' }

type PlannerFiltersProps = { filter: PlannerFilter; trainers: Planner['trainers'] }

/** Narrows the plan. The URL holds what is chosen. */
export function PlannerFilters({ filter, trainers }: PlannerFiltersProps) {
  const choose = (name: keyof PlannerFilter) => (value: string) => {
    const query = new URLSearchParams(plannerUrl(filter).split('?')[1])
    query.delete(name)
    if (value !== '') query.set(name, value)
    void navigate(plannerUrl(readPlannerFilter(query)))
  }
  return (
    <div className="planner-filters">
      <NumberField
        label="Look ahead"
        value={filter.months ?? Number(usual.months)}
        choices={monthChoices}
        name={(months) => (months === 1 ? '1 month' : `${months} months`)}
        onChoose={choose('months')}
      />
      <SelectFilter
        label="Training days"
        all="As many as it takes"
        value={String(filter.days ?? '')}
        options={withChosen(dayChoices, filter.days).map((days) => [
          String(days),
          `The best ${countDays(days)}`,
        ])}
        onChoose={choose('days')}
      />
      <SelectFilter
        label="Topic"
        all="All topics"
        value={filter.topic ?? ''}
        options={planTopics.map((topic) => [topic, planTopicLabels[topic]])}
        onChoose={choose('topic')}
      />
      {trainers.length > 1 && (
        <SelectFilter
          label="Trainer"
          all="All trainers"
          value={String(filter.trainer ?? '')}
          options={trainers.map(({ id, name }) => [String(id), name])}
          onChoose={choose('trainer')}
        />
      )}
      <NumberField
        label="Days in each offer"
        value={filter.perOffer ?? Number(usual.perOffer)}
        choices={offerChoices}
        name={(days) => (days === 1 ? '1 day' : `Up to ${days} days`)}
        onChoose={choose('perOffer')}
      />
    </div>
  )
}

type NumberFieldProps = {
  label: string
  value: number
  choices: number[]
  name: (value: number) => string
  onChoose: (value: string) => void
}

function NumberField({ label, value, choices, name, onChoose }: NumberFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {withChosen(choices, value).map((choice) => (
        <option key={choice} value={choice}>
          {name(choice)}
        </option>
      ))}
    </SelectField>
  )
}

/** A link may hold a number that is not among the choices. */
const withChosen = (choices: number[], chosen: number | undefined) =>
  chosen === undefined || choices.includes(chosen)
    ? choices
    : [...choices, chosen].toSorted((one, other) => one - other)
