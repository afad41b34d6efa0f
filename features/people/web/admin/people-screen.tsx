import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { setFilters } from '../../../../core/web/admin/lists/filters.tsx'
import { ListScreen, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { addKeys } from '../../../../core/web/admin/screen-keys.ts'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import {
  type Entry,
  type EntryKey,
  type EntryStatus,
  entryList,
  entryStatuses,
  entryUpdate,
  type PeopleView,
  peopleViews,
  statusLabels,
} from '../../contract/people.ts'
import {
  ExportLinks,
  type PeopleFilter,
  PeopleFilters,
  peopleUrl,
  readOpenEntry,
  readPeopleFilter,
} from './people-filters.tsx'
import { isSame, showChanged } from './people-queries.ts'
import { noPersonPart, type PersonPart, PersonPartContext } from './person-part.ts'
import { PersonRow } from './person-row.tsx'

const PersonPanel = lazyPart(() => import('./person-panel.tsx'), 'PersonPanel')

const viewLabels: Record<PeopleView, string> = { people: 'People', spam: 'Spam', deleted: 'Deleted' }

const entriesPerPage = 50
const entryLinks = 'a[data-entry]'

type PeopleScreenProps = {
  query: URLSearchParams
  /** Loads what another feature shows about a person. */
  loadPart: (() => Promise<PersonPart>) | undefined
}

/** Everyone who submitted a form: a searchable list with keyboard shortcuts, and a panel with the open person */
export function PeopleScreen({ query, loadPart }: PeopleScreenProps) {
  const filter = readPeopleFilter(query)
  const view = filter.view || 'people'
  const open = readOpenEntry(query)
  const isOpen = open !== undefined
  const [part, setPart] = useState(loadPart ? undefined : noPersonPart)
  useEffect(() => {
    if (isOpen) loadPart?.().then(setPart, () => setPart(noPersonPart))
  }, [isOpen, loadPart])
  const list = useListPage(entryList, { query: { view, ...setFilters(filter), limit: entriesPerPage } })
  const entries = list.rows ?? []
  const { announcement, setStatus } = useStatusChanges()
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLDivElement>(list.data, entryLinks)
  const { links, currentIndex } = useListKeys({ rows, entries, open, onOpen: setOpen, onStatus: setStatus })

  function setOpen(next: EntryKey | undefined) {
    replaceUrl(peopleUrl(filter, next))
  }

  /** Closes the panel and focuses the open person's row in the list. */
  function close(isLeaving: boolean) {
    const index = currentIndex()
    // Render now: in a narrow window the list, which gets the focus, is hidden while a person is open.
    flushSync(() => setOpen(undefined))
    const all = links()
    ;(all[index] ?? all[0] ?? rows.current)?.focus()
    focusAfter(isLeaving ? all[index] : undefined)
  }

  return (
    <Tabs
      label="People"
      open={view}
      tabs={peopleViews.map((id) => ({ id, label: viewLabels[id], href: peopleUrl({ view: id }) }))}
      className={open ? 'people-columns person-open' : 'people-columns'}
    >
      <div className="admin-page people-page">
        <ListScreen
          headline={
            <h1 ref={headline} tabIndex={-1}>
              {viewLabels[view]}
            </h1>
          }
          of="people"
          unit={['entry', 'entries']}
          list={list}
          hasSkeleton
          empty={<NoEntries view={view} filtered={isFiltered(filter)} />}
          filters={
            <PeopleFilters
              filter={filter}
              onFilter={(next) => replaceUrl(peopleUrl({ ...filter, ...next }, open))}
            />
          }
        >
          <div ref={rows} tabIndex={-1} className="post-list">
            <Rows rows={entries} keyOf={(entry) => `${entry.form}-${entry.id}`}>
              {(entry) => (
                <PersonRow entry={entry} href={peopleUrl(filter, entry)} isOpen={isSame(entry, open)} />
              )}
            </Rows>
          </div>
        </ListScreen>
        <ExportLinks filter={filter} total={list.total} />
        <p className="sr-only" aria-live="polite">
          {announcement}
        </p>
      </div>
      {open && part && (
        <PersonPartContext value={part}>
          <PersonPanel
            key={`${open.form}-${open.id}`}
            entryKey={open}
            entryHref={(key) => peopleUrl(filter, key)}
            tagHref={(tag) => peopleUrl({ ...filter, tag }, open)}
            onStatus={setStatus}
            onClose={close}
          />
        </PersonPartContext>
      )}
    </Tabs>
  )
}

/** Changes the status of an entry, and announces the change to screen readers. */
function useStatusChanges() {
  const [announcement, setAnnouncement] = useState('')
  const queries = useQueryClient()
  const { run } = useApiMutation(entryUpdate, {
    failure: 'Couldn’t update',
    isParallel: true,
    onSuccess(changed) {
      showChanged(queries, changed)
      setAnnouncement(`${changed.name}: ${statusLabels[changed.status]}`)
    },
  })
  const setStatus = ({ form, id }: Entry, status: EntryStatus) =>
    run({ params: { form, id }, body: { status } })
  return { announcement, setStatus }
}

type ListKeysOptions = {
  rows: RefObject<HTMLDivElement | null>
  entries: Entry[]
  open: EntryKey | undefined
  onOpen: (entry: EntryKey) => void
  onStatus: (entry: Entry, status: EntryStatus) => void
}

/** Keyboard shortcuts of the list: J and K move between rows, digits set the status of the current row. */
function useListKeys({ rows, entries, open, onOpen, onStatus }: ListKeysOptions) {
  const links = () => [...(rows.current?.querySelectorAll<HTMLAnchorElement>(entryLinks) ?? [])]
  /** Index of the focused row, or else the open person's row; -1 if there is neither */
  function currentIndex() {
    const focused = links().indexOf(document.activeElement as HTMLAnchorElement)
    return focused >= 0 ? focused : entries.findIndex((entry) => isSame(entry, open))
  }
  const move = useEffectEvent((step: number) => {
    const index = currentIndex() + step
    const target = links()[index]
    const next = entries[index]
    if (!target || !next) return
    if (open) onOpen(next)
    target.focus()
  })
  const mark = useEffectEvent((status: EntryStatus) => {
    const current = entries[currentIndex()]
    if (current) onStatus(current, status)
  })
  // An effect, because the shortcuts listen on the window and not on an element.
  useEffect(
    () =>
      addKeys({
        j: () => move(1),
        k: () => move(-1),
        ...Object.fromEntries(entryStatuses.map((status, index) => [String(index + 1), () => mark(status)])),
      }),
    [],
  )
  return { links, currentIndex }
}

const isFiltered = ({ q, form, status, step, tag, plan, topic, place }: PeopleFilter) =>
  [q, form, status, step, tag, plan, topic, place].some((value) => value !== '')

function NoEntries({ view, filtered }: { view: PeopleView; filtered: boolean }) {
  const { title, text } = filtered ? noMatches : noEntries[view]
  return (
    <div className="card empty">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

const noMatches = { title: 'No one found', text: 'No one matches. Try different words or another status.' }

const noEntries: Record<PeopleView, { title: string; text: ReactNode }> = {
  people: {
    title: 'No messages yet',
    text: (
      <>
        People who join the waitlist or use the contact form show up here. See what visitors see:{' '}
        <a href={sitePaths.waitlist}>the waitlist</a>, <a href={sitePaths.contact}>the contact form</a>.
      </>
    ),
  },
  spam: {
    title: 'No spam',
    text: 'Entries that look automated land here. Check now and then in case one is a real person.',
  },
  deleted: {
    title: 'No deleted people',
    text: 'People you delete stay here for a while. You can restore them until they’re permanently deleted.',
  },
}
