import { navigate } from '../../../../../core/web/admin/history.ts'
import { SelectFilter } from '../../../../../core/web/admin/lists/filters.tsx'
import { count } from '../../../../../core/web/admin/plots/figures.ts'
import { Options, SelectField } from '../../../../../core/web/ui/field.tsx'
import { planTopicLabels, planTopics } from '../../../../people/contract/plan.ts'
import { maxOfferedDays } from '../../../contract/offers.ts'
import { type Planner, type PlannerQuery, plannerLimits } from '../../../contract/planner.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { countDays } from './planner-words.ts'

/** The filters of the planner in the URL. Values that are not possible are dropped. */
type PlannerFilter = { [Name in keyof PlannerQuery]: PlannerQuery[Name] | undefined }

export function readPlannerFilter(query: URLSearchParams): PlannerFilter {
  const read = (name: keyof PlannerFilter, max: number, min = 1) => {
    const number = Number(query.get(name) ?? Number.NaN)
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined
  }
  return {
    months: read('months', plannerLimits.months),
    trainer: read('trainer', 2 ** 31 - 1),
    topic: planTopics.find((topic) => topic === query.get('topic')),
    days: read('days', plannerLimits.days),
    perOffer: read('perOffer', maxOfferedDays),
    travelDays: read('travelDays', plannerLimits.travelDays, 0),
  }
}

function choose(filter: PlannerFilter, name: keyof PlannerFilter, value: string): void {
  const chosen = { ...filter, [name]: value || undefined }
  const given = Object.entries(chosen).filter(([, one]) => one !== undefined)
  const query = new URLSearchParams(given.map(([key, one]) => [key, String(one)]))
  void navigate(`${trainingPaths.adminTab('planner')}${given.length > 0 ? `&${query}` : ''}`)
}

type PlannerFiltersProps = { filter: PlannerFilter; trainers: Planner['trainers'] }

/** Narrows the plan. The URL holds what is chosen. */
export function PlannerFilters({ filter, trainers }: PlannerFiltersProps) {
  const choosing = (name: keyof PlannerFilter) => (value: string) => choose(filter, name, value)
  return (
    <div className="planner-filters">
      <NumberField
        label="Look ahead"
        value={filter.months ?? 6}
        choices={[1, 2, 3, 6, 9, 12]}
        name={(months) => count(months, 'month')}
        onChoose={choosing('months')}
      />
      <SelectFilter
        label="Training days"
        all="As many as it takes"
        value={String(filter.days ?? '')}
        options={withChosen([1, 2, 3, 5, 10, 20], filter.days).map((days) => [
          String(days),
          `The best ${countDays(days)}`,
        ])}
        onChoose={choosing('days')}
      />
      <NumberField
        label="Travel days"
        value={filter.travelDays ?? 1}
        choices={[0, 1, 2, 3]}
        name={(days) => (days === 0 ? 'None' : countDays(days))}
        onChoose={choosing('travelDays')}
      />
      <SelectFilter
        label="Topic"
        all="All topics"
        value={filter.topic ?? ''}
        options={planTopics.map((topic) => [topic, planTopicLabels[topic]])}
        onChoose={choosing('topic')}
      />
      {trainers.length > 1 && (
        <SelectFilter
          label="Trainer"
          all="All trainers"
          value={String(filter.trainer ?? '')}
          options={trainers.map(({ id, name }) => [String(id), name])}
          onChoose={choosing('trainer')}
        />
      )}
      <NumberField
        label="Days in each offer"
        value={filter.perOffer ?? 2}
        choices={[1, 2, 3]}
        name={(days) => (days === 1 ? '1 day' : `Up to ${days} days`)}
        onChoose={choosing('perOffer')}
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
      <Options of={withChosen(choices, value).map((choice) => [choice, name(choice)])} />
    </SelectField>
  )
}

/** A link may hold a number that is not among the choices. */
const withChosen = (choices: number[], chosen: number | undefined) =>
  chosen === undefined || choices.includes(chosen)
    ? choices
    : [...choices, chosen].toSorted((one, other) => one - other)
