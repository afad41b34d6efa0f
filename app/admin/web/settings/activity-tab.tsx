import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type ActivityLine,
  activityList,
  activityUserList,
  nameActor,
} from '../../../../core/contract/activity.ts'
import { formatTime, formatWeekday, isoDay } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import {
  FilterBar,
  filterUrl,
  readFilters,
  SelectFilter,
  setFilters,
} from '../../../../core/web/admin/lists/filters.tsx'
import { byId, ListStates, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { names } from '../../../../core/web/admin/names.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import type { SettingsTabProps } from '../../../../core/web/admin/settings/settings-tab.ts'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { InputField, type InputFieldProps } from '../../../../core/web/ui/field.tsx'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'

const linesPerPage = 50

/** The log of everyone's actions, newest first, with filters that are kept in the URL */
export function ActivityTab({ query }: SettingsTabProps) {
  const { kind } = readFilters(query, { kind: Object.keys(names.activityKinds) })
  const filter = {
    kind,
    user: readNumber(query.get('user')),
    from: readDay(query, 'from'),
    to: readDay(query, 'to'),
  }
  const input = { query: { ...setFilters(filter), limit: linesPerPage } }
  // Reloaded each time the tab opens, because everything that anyone does adds to it.
  const list = useListPage(activityList, input, { staleTime: 0 })
  const [resets, setResets] = useState(0)
  const head = useRef<HTMLParagraphElement>(null)
  const show = (next: Partial<Filter>) =>
    replaceUrl(filterUrl(paths.adminSettings, { tab: 'activity', ...filter, ...next }))
  function showEverything() {
    show({ kind: '', user: '', from: '', to: '' })
    // The fields for days are not controlled, so new ones replace them.
    setResets(resets + 1)
    // The clicked button is gone.
    head.current?.focus()
  }
  return (
    <>
      <p>
        Who did what, kept for a year. No one can change this list. It never holds a password, the text of a
        post, or the name of someone who wrote to you.
      </p>
      <Filters key={resets} filter={filter} onFilter={show} />
      <p className="activity-head" ref={head} tabIndex={-1}>
        <span className="count" role="status">
          {list.total !== undefined && `${list.total} ${list.total === '1' ? 'entry' : 'entries'}`}
        </span>
        {list.total !== undefined && list.total !== '0' && (
          <>
            <a
              className="text-button"
              href={filterUrl(paths.api.activityFile, { ...filter, bom: '1' })}
              download
            >
              Download for Excel
            </a>
            <a className="text-button" href={filterUrl(paths.api.activityFile, filter)} download>
              Download CSV
            </a>
          </>
        )}
      </p>
      <ListStates of="activity" list={list} empty={<NoLines onShowAll={showEverything} />}>
        {[...Map.groupBy(list.rows ?? [], ({ at }) => isoDay(at))].map(([day, lines]) => (
          <div key={day} className="activity-day">
            <h2>{formatWeekday(day)}</h2>
            <Rows rows={lines} keyOf={byId}>
              {(line) => <Line line={line} />}
            </Rows>
          </div>
        ))}
      </ListStates>
    </>
  )
}

type Filter = { kind: string; user: string; from: string; to: string }

function Filters({ filter, onFilter }: { filter: Filter; onFilter: (next: Partial<Filter>) => void }) {
  const { data: users = [] } = useQuery(apiQuery(activityUserList))
  return (
    <FilterBar filters={filter}>
      <SelectFilter
        label="Kind"
        all="All kinds"
        value={filter.kind}
        options={Object.entries(names.activityKinds)}
        onChoose={(kind) => onFilter({ kind })}
      />
      <SelectFilter
        label="User"
        all="Everyone"
        value={filter.user}
        options={users.map(({ id, name }) => [String(id), name])}
        onChoose={(user) => onFilter({ user })}
      />
      <DayField label="From" value={filter.from} max={filter.to} onChoose={(from) => onFilter({ from })} />
      <DayField label="To" value={filter.to} min={filter.from} onChoose={(to) => onFilter({ to })} />
    </FilterBar>
  )
}

type DayFieldProps = Pick<InputFieldProps, 'label' | 'min' | 'max'> & {
  value: string
  onChoose: (day: string) => void
}

function DayField({ value, onChoose, ...field }: DayFieldProps) {
  return (
    <InputField
      {...field}
      type="date"
      // Not controlled: while someone types a year, the field reports years such as 0002, which must not be undone.
      defaultValue={value}
      onChange={({ currentTarget: { value: day } }) => {
        if (day === '' || isDay(day)) onChoose(day)
      }}
    />
  )
}

function Line({ line }: { line: ActivityLine }) {
  const { about } = line
  return (
    <article className="activity-line">
      <time dateTime={line.at}>{formatTime(line.at)}</time>
      <p>
        <b>{nameActor(line)}</b>
        {line.token && <> with API token {line.token.name ? `“${line.token.name}”` : line.token.id}</>}
      </p>
      <p>
        {line.text}
        {about && <About {...about} text={line.text} />}
      </p>
    </article>
  )
}

function About({ subject, id, name, text }: NonNullable<ActivityLine['about']> & { text: string }) {
  if (name === null) {
    const label = (names.activitySubjects[subject] ?? subject).toLowerCase()
    return text.toLowerCase().includes(label) ? ` (no. ${id})` : ` (${label} ${id})`
  }
  return (
    <>
      {': '}
      {subject === 'post' ? (
        <InlineLink href={postPaths.adminPost(id)} dir="auto">
          {name}
        </InlineLink>
      ) : (
        <span dir="auto">{name}</span>
      )}
    </>
  )
}

function NoLines({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="card empty">
      <h2>Nothing found</h2>
      <p>Nothing matches. Choose another kind, user, or time.</p>
      <QuietButton onClick={onShowAll}>Show everything</QuietButton>
    </div>
  )
}

const isDay = (text: string) => /^2\d{3}-\d\d-\d\d$/.test(text)

function readDay(query: URLSearchParams, name: 'from' | 'to'): string {
  const day = query.get(name) ?? ''
  return isDay(day) ? day : ''
}

const readNumber = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? text : '')
