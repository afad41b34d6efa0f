import { Download } from 'lucide-react'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import {
  FilterBar,
  FilterFold,
  type Filters,
  filterUrl,
  readFilters,
  SearchField,
  SelectFilter,
} from '../../../../core/web/admin/lists/filters.tsx'
import { searchId } from '../../../../core/web/admin/screen-keys.ts'
import { stepFilterLabels, stepFilters } from '../../contract/next-steps.ts'
import {
  type EntryKey,
  entryForms,
  entryStatuses,
  formLabels,
  peopleViews,
  planStateLabels,
  planStates,
  statusLabels,
} from '../../contract/people.ts'
import { peoplePaths } from '../../contract/people-paths.ts'
import { planTopicLabels, planTopics } from '../../contract/plan.ts'

const choices = {
  view: peopleViews,
  form: entryForms,
  status: entryStatuses,
  plan: planStates,
  topic: planTopics,
  step: stepFilters,
} as const

/** An empty `view` means `people`. */
export type PeopleFilter = Filters<typeof choices> & { tag: string; place: string }

export function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  return { ...readFilters(query, choices), tag: query.get('tag') ?? '', place: query.get('place') ?? '' }
}

/** Parses the open entry from `open=form-id` in the URL. */
export function readOpenEntry(query: URLSearchParams): EntryKey | undefined {
  const [name, id] = (query.get('open') ?? '').split('-')
  const form = entryForms.find((known) => known === name)
  return form && id && /^[1-9]\d{0,8}$/.test(id) ? { form, id: Number(id) } : undefined
}

export function peopleUrl(filter: Partial<Record<keyof PeopleFilter, string>>, open?: EntryKey): string {
  const view = filter.view === 'people' ? '' : (filter.view ?? '')
  return filterUrl(peoplePaths.adminPeople, { ...filter, view, open: open ? `${open.form}-${open.id}` : '' })
}

type PeopleFiltersProps = {
  filter: PeopleFilter
  onFilter: (next: Partial<Record<keyof PeopleFilter, string>>) => void
}

export function PeopleFilters({ filter, onFilter }: PeopleFiltersProps) {
  const { form, status, step, plan, topic, place } = filter
  return (
    <>
      <FilterBar
        search={<SearchField id={searchId} q={filter.q} onSearch={(q) => onFilter({ q })} />}
        filters={{ form, status, step, plan, topic, place }}
      >
        <SelectFilter
          label="Form"
          value={form}
          all="All forms"
          options={entryForms.map((name) => [name, formLabels[name]])}
          onChoose={(next) => onFilter({ form: next })}
        />
        <SelectFilter
          label="Status"
          value={status}
          all="All statuses"
          options={entryStatuses.map((name) => [name, statusLabels[name]])}
          onChoose={(next) => onFilter({ status: next })}
        />
        <SelectFilter
          label="Next step"
          value={step}
          all="Everyone"
          options={stepFilters.map((name) => [name, stepFilterLabels[name]])}
          onChoose={(next) => onFilter({ step: next })}
        />
        <PlanFilters filter={{ plan, topic, place }} onFilter={onFilter} />
      </FilterBar>
      {filter.tag !== '' && (
        <button
          type="button"
          className="chip people-tag"
          aria-label={`Stop filtering by the tag ${filter.tag}`}
          onClick={() => onFilter({ tag: '' })}
        >
          Tag: {filter.tag} <span aria-hidden="true">×</span>
        </button>
      )}
    </>
  )
}

type PlanFiltersProps = Pick<PeopleFiltersProps, 'onFilter'> & {
  filter: Pick<PeopleFilter, 'plan' | 'topic' | 'place'>
}

/** Filters by the answers to "Help us plan". Folded unless one is set, because only the waitlist has answers. */
function PlanFilters({ filter, onFilter }: PlanFiltersProps) {
  const isSet = Object.values(filter).some((value) => value !== '')
  return (
    <FilterFold label="Training plan" filters={filter} isOpenFirst={isSet} className="people-plan-filter">
      <SearchField
        label="City, state, or ZIP code"
        placeholder="Austin, TX"
        q={filter.place}
        onSearch={(place) => onFilter({ place })}
      />
      <SelectFilter
        label="Topic"
        value={filter.topic}
        all="All topics"
        options={planTopics.map((topic) => [topic, planTopicLabels[topic]])}
        onChoose={(topic) => onFilter({ topic })}
      />
      <SelectFilter
        label="Answers"
        value={filter.plan}
        all="All"
        options={planStates.map((state) => [state, planStateLabels[state]])}
        onChoose={(plan) => onFilter({ plan })}
      />
    </FilterFold>
  )
}

/** Links that download the entries in the filtered list. The link text has their number. */
export function ExportLinks({ filter, total }: { filter: PeopleFilter; total: string | undefined }) {
  const mayExport = useMay('export')
  if (!mayExport || total === undefined || total === '0') return null
  return (
    <p className="people-downloads">
      <a className="text-button" href={filterUrl(peoplePaths.exportCsv, { ...filter, bom: '1' })} download>
        <Download aria-hidden="true" /> Download for Excel ({total} shown)
      </a>
      <a className="text-button" href={filterUrl(peoplePaths.exportCsv, filter)} download>
        Download CSV ({total} shown)
      </a>
    </p>
  )
}
