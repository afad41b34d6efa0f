import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '../../../contracts/paths.ts'
import {
  type Entry,
  type EntryForm,
  type EntryKey,
  type EntryStatus,
  entryForms,
  entryList,
  entryStatuses,
  entryUpdate,
  formLabels,
  type PeopleView,
  peopleViews,
  statusLabels,
} from '../../../contracts/people.ts'
import { listQuery } from '../api.ts'
import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { replaceUrl } from '../history.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SearchField } from '../search-field.tsx'
import { Choice } from '../select-filter.tsx'
import { addKeys, searchId } from '../shortcuts.tsx'
import { ShowMore } from '../show-more.tsx'
import { TabList } from '../tab-list.tsx'
import { useSeen } from '../unread-counts.tsx'
import { useApiMutation } from '../use-api-mutation.ts'
import { isSame, showChanged } from './people-queries.ts'
import { PersonPanel } from './person-panel.tsx'
import { PersonRow } from './person-row.tsx'

const viewLabels: Record<PeopleView, string> = { people: 'People', spam: 'Spam', deleted: 'Deleted' }

const entriesPerPage = 50
const entryLinks = 'a[data-entry]'

/** Everyone who contacted us: a searchable list with keyboard shortcuts, and one person open beside it. */
export function PeopleScreen({ query }: { query: URLSearchParams }) {
  const filter = readFilter(query)
  const open = readOpen(query)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const pages = useInfiniteQuery(
    listQuery(entryList, { query: { ...toListQuery(filter), limit: entriesPerPage } }),
  )
  const { data, error, refetch } = pages
  const entries = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total

  const addressOf = (next: Partial<Record<keyof Filter, string>>, opened?: EntryKey) =>
    `${paths.adminPeople}?${toQuery({ ...filter, ...next, open: opened ? `${opened.form}-${opened.id}` : '' })}`

  const marking = useApiMutation(entryUpdate, {
    failure: 'Couldn’t update',
    isParallel: true,
    onSuccess(changed) {
      showChanged(queries, changed)
      setAnnouncement(`${changed.name}: ${statusLabels[changed.status]}`)
    },
  })
  const setStatus = ({ form, id }: Entry, status: EntryStatus) =>
    marking.run({ params: { form, id }, body: { status } })

  const headline = useRef<HTMLHeadingElement>(null)
  const focusAfter = useFocusAfterRemoval(data, list, headline, entryLinks)
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>(entryLinks) ?? [])]
  /** Index of the row with the focus, or else of the open person. */
  const currentIndex = () => {
    const focused = links().indexOf(document.activeElement as HTMLAnchorElement)
    return focused >= 0 ? focused : (entries ?? []).findIndex((entry) => isSame(entry, open))
  }
  function move(step: number) {
    const target = links()[currentIndex() + step]
    const next = entries?.[currentIndex() + step]
    if (!target || !next) return
    if (open) replaceUrl(addressOf({}, next))
    target.focus()
  }
  function mark(status: EntryStatus) {
    const current = entries?.[currentIndex()]
    if (current) setStatus(current, status)
  }

  const onMove = useEffectEvent(move)
  const onMark = useEffectEvent(mark)
  useEffect(
    () =>
      addKeys({
        j: () => onMove(1),
        k: () => onMove(-1),
        ...Object.fromEntries(
          entryStatuses.map((status, index) => [String(index + 1), () => onMark(status)]),
        ),
      }),
    [],
  )

  /** Closes the panel and focuses the same place in the list. */
  function close(isLeaving: boolean) {
    const index = currentIndex()
    flushSync(() => replaceUrl(addressOf({})))
    const all = links()
    ;(all[index] ?? all[0] ?? list.current)?.focus()
    focusAfter(isLeaving ? all[index] : undefined)
  }

  useSeen('people', data !== undefined)

  const { view } = filter
  return (
    <>
      <div className="admin-top">
        <TabList
          label="People"
          open={view}
          panel="people-panel"
          tabs={peopleViews.map((id) => ({
            id,
            label: viewLabels[id],
            href: id === 'people' ? paths.adminPeople : `${paths.adminPeople}?${toQuery({ view: id })}`,
          }))}
        />
      </div>
      <div
        role="tabpanel"
        id="people-panel"
        aria-labelledby={`tab-${view}`}
        className={open ? 'people-columns person-open' : 'people-columns'}
      >
        <div className="admin-page people-page">
          <div className="list-head">
            <h1 ref={headline} tabIndex={-1}>
              {viewLabels[view]}
            </h1>
            <p className="count" role="status">
              {total !== undefined && (total === '1' ? '1 entry' : `${total} entries`)}
            </p>
          </div>
          <search className="people-filter">
            <SearchField id={searchId} q={filter.q} onSearch={(q) => replaceUrl(addressOf({ q }, open))} />
            <Choice
              id="people-form"
              label="Form"
              value={filter.form}
              all="All forms"
              options={entryForms.map((form) => [form, formLabels[form]])}
              onChoose={(form) => replaceUrl(addressOf({ form }, open))}
            />
            <Choice
              id="people-status"
              label="Status"
              value={filter.status}
              all="All statuses"
              options={entryStatuses.map((status) => [status, statusLabels[status]])}
              onChoose={(status) => replaceUrl(addressOf({ status }, open))}
            />
          </search>
          <div className="people-tools">
            {filter.tag !== '' && (
              <button
                type="button"
                className="chip"
                aria-label={`Stop filtering by the tag ${filter.tag}`}
                onClick={() => replaceUrl(addressOf({ tag: '' }, open))}
              >
                Tag: {filter.tag} <span aria-hidden="true">×</span>
              </button>
            )}
            <ExportLinks filter={filter} total={total} />
          </div>
          {error && <LoadProblem what="The people couldn’t be loaded." error={error} onRetry={refetch} />}
          {!entries && !error && (
            <div>
              <p>Loading people...</p>
              {[1, 2, 3].map((row) => (
                <div key={row} className="skeleton skeleton-row" />
              ))}
            </div>
          )}
          {entries?.length === 0 && <NoEntries view={view} filtered={isFiltered(filter)} />}
          <div ref={list} tabIndex={-1} className="post-list">
            {entries && entries.length > 0 && (
              <ul>
                {entries.map((entry) => (
                  <li key={`${entry.form}-${entry.id}`}>
                    <PersonRow entry={entry} href={addressOf({}, entry)} isOpen={isSame(entry, open)} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <ShowMore of="people" pages={pages} />
          <p className="sr-only" aria-live="polite">
            {announcement}
          </p>
        </div>
        {open && (
          <PersonPanel
            key={`${open.form}-${open.id}`}
            entryKey={open}
            entryHref={(key) => addressOf({}, key)}
            tagHref={(tag) => addressOf({ tag }, open)}
            onStatus={setStatus}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

/** The links say how many entries the file has, because it has only those that the filter shows. */
function ExportLinks({ filter, total }: { filter: Filter; total: string | undefined }) {
  if (total === undefined || total === '0') return null
  const href = (query: URLSearchParams) => `${paths.api.peopleExport}?${query}`
  return (
    <>
      <a className="text-button" href={href(toQuery({ ...filter, bom: '1' }))} download>
        <Download aria-hidden="true" /> Download for Excel ({total} shown)
      </a>
      <a className="text-button" href={href(toQuery(filter))} download>
        Download CSV ({total} shown)
      </a>
    </>
  )
}

type Filter = { view: PeopleView; q: string; form: EntryForm | ''; status: EntryStatus | ''; tag: string }

function readFilter(query: URLSearchParams): Filter {
  const read = (name: string) => query.get(name) ?? ''
  return {
    view: peopleViews.find((known) => known === read('view')) ?? 'people',
    q: read('q'),
    form: entryForms.find((known) => known === read('form')) ?? '',
    status: entryStatuses.find((known) => known === read('status')) ?? '',
    tag: read('tag'),
  }
}

const toListQuery = ({ view, q, form, status, tag }: Filter) => ({
  view,
  q: q || undefined,
  form: form || undefined,
  status: status || undefined,
  tag: tag || undefined,
})

function readOpen(query: URLSearchParams): EntryKey | undefined {
  const [name, id] = (query.get('open') ?? '').split('-')
  const form = entryForms.find((known) => known === name)
  return form && id && /^[1-9]\d{0,8}$/.test(id) ? { form, id: Number(id) } : undefined
}

/** The values that are neither empty nor the default. */
function toQuery(values: Record<string, string>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).filter(
      ([name, value]) => value !== '' && !(name === 'view' && value === 'people'),
    ),
  )
}

const isFiltered = ({ q, form, status, tag }: Filter) => [q, form, status, tag].some((value) => value !== '')

function NoEntries({ view, filtered }: { view: PeopleView; filtered: boolean }) {
  if (filtered)
    return (
      <div className="card empty">
        <h2>No one found</h2>
        <p>No one matches. Try different words or another status.</p>
      </div>
    )
  return (
    <div className="card empty">
      {view === 'people' && (
        <>
          <h2>No messages yet</h2>
          <p>
            People who join the waitlist or use the contact form show up here. See what visitors see:{' '}
            <a href={paths.waitlist}>the waitlist</a>, <a href={paths.contact}>the contact form</a>.
          </p>
        </>
      )}
      {view === 'spam' && (
        <>
          <h2>No spam</h2>
          <p>Entries that look automated land here. Check now and then in case one is a real person.</p>
        </>
      )}
      {view === 'deleted' && (
        <>
          <h2>No deleted people</h2>
          <p>
            People you delete stay here for a while. You can restore them until they’re permanently deleted.
          </p>
        </>
      )}
    </div>
  )
}
