import { readRowId } from '../../../../core/contract/paging.ts'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { lazyScreen } from '../../../../core/web/admin/lazy-screen.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { BackLink } from '../../../../core/web/admin/screen-link.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import { EventList } from './event-list.tsx'
import { eventQuery } from './event-queries.ts'

const EditEvent = lazyScreen(() => import('./event-form.tsx'), 'EditEvent')
const NewEvent = lazyScreen(() => import('./event-form.tsx'), 'NewEvent')
const OpenEvent = lazyScreen(() => import('./open-event.tsx'), 'OpenEvent')
const CheckIn = lazyScreen(() => import('./check-in.tsx'), 'CheckIn')

/** All dates; or one of them (`event`), with its form (`edit`) or the check-in (`door`); or the form for a new one */
export function EventsScreen({ query }: { query: URLSearchParams }) {
  const id = readRowId(query.get('event'))
  const [isNew, isEdit, isDoor] = ['new', 'edit', 'door'].map((name) => query.get(name) === '1')
  const mayRun = useMay('manageDays')
  if (id === undefined && !isNew)
    return (
      <div className="admin-page">
        <EventList query={query} />
      </div>
    )
  return (
    <div className="admin-page event-page">
      <h1 className="sr-only">Events</h1>
      {id !== undefined && isDoor ? (
        <Loaded key={id} id={id} Part={CheckIn} />
      ) : (isNew || isEdit) && !mayRun ? (
        <p>{whoMay[rights.manageDays]}</p>
      ) : id === undefined ? (
        <NewEvent />
      ) : (
        <Loaded key={id} id={id} Part={isEdit ? EditEvent : OpenEvent} />
      )}
    </div>
  )
}

/** Not from the cache: people register and cancel at any time. */
function Loaded({ id, Part }: { id: number; Part: typeof OpenEvent }) {
  const query = { ...eventQuery(id), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'This date couldn’t be opened.',
    waiting: 'Opening the date...',
    hasSkeleton: true,
  })
  const isPart = data && Part !== OpenEvent
  return (
    <>
      <p>
        <BackLink href={isPart ? eventPaths.adminEvent(id) : eventPaths.admin}>
          {isPart ? 'Back to the date' : 'All dates'}
        </BackLink>
      </p>
      {data ? <Part event={data} /> : notLoaded}
    </>
  )
}
