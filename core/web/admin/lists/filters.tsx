import { type ReactNode, useEffect, useId, useState } from 'react'
import { SmallButton } from '../../ui/button.tsx'
import { InputField, Options, SelectField } from '../../ui/field.tsx'
import { searchId } from '../screen-keys.ts'

/** The possible values of each filter. The keys are the names of the query parameters in the URL. */
type Choices = Record<string, readonly string[]>

export type Filters<C extends Choices> = { q: string } & { [Name in keyof C]: C[Name][number] | '' }

/** Reads the filters of a list from the URL. Unknown values are ignored. */
export function readFilters<const C extends Choices>(query: URLSearchParams, choices: C): Filters<C> {
  const chosen = Object.entries(choices).map(([name, values]) => {
    const value = query.get(name) ?? ''
    return [name, values.includes(value) ? value : '']
  })
  return { q: query.get('q') ?? '', ...Object.fromEntries(chosen) }
}

/** Returns the filters that are not empty, for the query of a request. */
export function setFilters<F extends Record<string, string>>(filters: F) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== '')) as {
    [Name in keyof F]?: Exclude<F[Name], ''>
  }
}

/** Returns the URL of a screen with the filters that are not empty. */
export function filterUrl(path: string, filters: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Ms between the last keystroke and the search */
const searchDelay = 250

type SearchFieldProps = {
  label?: string
  /** Pass `searchId` for the field that the `/` key focuses. */
  id?: string
  placeholder?: string
  q: string
  onSearch: (q: string) => void
}

export function SearchField({ label = 'Search', id, placeholder, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)

  // Debounced, because each search is a request.
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => onSearch(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])

  return (
    <InputField
      type="search"
      label={label}
      id={id}
      maxLength={200}
      placeholder={placeholder ?? (id === searchId ? 'Press / to search' : undefined)}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

type SelectFilterProps = {
  label: string
  /** Label of the empty value, which does not filter */
  all: string
  value: string
  options: [value: string, label: string][]
  onChoose: (value: string) => void
}

export function SelectFilter({ all, options, onChoose, ...field }: SelectFilterProps) {
  return (
    <SelectField {...field} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{all}</option>
      <Options of={options} />
    </SelectField>
  )
}

type FilterBarProps = {
  /** The field that is always in sight */
  search?: ReactNode
  filters: Record<string, string>
  children: ReactNode
}

/** The filters of a list in one row. In a narrow window they fold behind one button, so that the list comes first. */
export function FilterBar({ search, filters, children }: FilterBarProps) {
  return (
    <search className="filter-bar">
      {search}
      <FilterFold label="Filter" filters={filters} className="filter-bar-fold">
        {children}
      </FilterFold>
    </search>
  )
}

type FilterFoldProps = {
  label: string
  /** The filters behind the button; those that are set are counted. */
  filters: Record<string, string>
  isOpenFirst?: boolean
  className: string
  children: ReactNode
}

export function FilterFold({ label, filters, isOpenFirst = false, className, children }: FilterFoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  const id = useId()
  const count = Object.values(filters).filter((value) => value !== '').length
  return (
    <>
      <SmallButton
        className={`btn btn-quiet btn-small ${className}-button`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        {count > 0 && ` (${count})`}
      </SmallButton>
      <div id={id} className={`filter-fold ${className}`} data-folded={!isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
