import { readRowId } from '../../../../core/contract/paging.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { lazyScreen } from '../../../../core/web/admin/lazy-screen.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { useNews } from '../../../../core/web/admin/unread-counts.tsx'
import type { PromisedDay } from '../../../calendar/contract/calendar.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { OfferList } from './offers/offer-list.tsx'
import { readProposedDays } from './offers/offer-values.ts'

const CalendarTab = lazyScreen(() => import('../../../calendar/web/admin/calendar-tab.tsx'), 'CalendarTab')
const BookedList = lazyScreen(() => import('./booked/booked-list.tsx'), 'BookedList')
const OpenTraining = lazyScreen(() => import('./booked/open-training.tsx'), 'OpenTraining')
const NewOffer = lazyScreen(() => import('./offers/new-offer.tsx'), 'NewOffer')
const OpenOffer = lazyScreen(() => import('./offers/open-offer.tsx'), 'OpenOffer')
const PlannerTab = lazyScreen(() => import('./planner/planner-tab.tsx'), 'PlannerTab')

const allTabs = [
  { id: 'planner', label: 'Days that could work', Tab: PlannerTab },
  { id: 'offers', label: 'Offers', Tab: OffersTab },
  { id: 'booked', label: 'Booked', Tab: BookedTab },
  { id: 'calendar', label: 'Calendar', Tab: TrainersTab },
] as const

/** From the waitlist to a booked day: trips, offers, booked days, and the calendar of each trainer */
export function TrainingsScreen({ query }: { query: URLSearchParams }) {
  const mayPlan = useMay('manageDays')
  const tabs = allTabs.filter(({ id }) => mayPlan || id !== 'planner')
  const wanted = query.get('tab')
  const { id, Tab } = tabs.find((tab) => tab.id === wanted) ?? tabs[0] ?? allTabs[0]
  return (
    <>
      <h1 className="sr-only">Trainings</h1>
      <Tabs
        label="Trainings"
        open={id}
        tabs={tabs.map((tab) => ({ id: tab.id, label: tab.label, href: trainingPaths.adminTab(tab.id) }))}
        className="admin-page"
      >
        <PauseNotice />
        <Tab query={query} />
      </Tabs>
    </>
  )
}

/** After a restore, or after trainings were off, nothing that is done here reaches anyone until the emails go on. */
function PauseNotice() {
  if (useNews()?.trainingsPaused !== true) return null
  return (
    <p className="notice trainings-paused">
      Emails about offers and trainings are waiting, and no offer lapses.{' '}
      <InlineLink href={paths.adminToday}>Check them on Today</InlineLink>
    </p>
  )
}

/**
 * All offers; or one of them (`offer`), with its form (`edit`); or the form for a new one (`for` an entry, with `days` of
 * a `trainer` chosen, or to `book` one)
 */
function OffersTab({ query }: { query: URLSearchParams }) {
  const open = readRowId(query.get('offer'))
  const entryId = readRowId(query.get('for'))
  if (open !== undefined) return <OpenOffer key={open} id={open} isEditing={query.get('edit') === '1'} />
  if (entryId !== undefined)
    return (
      <NewOffer
        key={entryId}
        entryId={entryId}
        proposed={readProposedDays(query)}
        isBooking={query.get('book') === '1'}
      />
    )
  return <OfferList query={query} />
}

/** The calendar of the trainers, whose held and booked days lead to their offers and trainings */
function TrainersTab({ query }: { query: URLSearchParams }) {
  return <CalendarTab query={query} url={trainingPaths.adminTab('calendar')} hrefOf={hrefOf} />
}

const hrefOf = ({ offerId, trainingId }: PromisedDay) =>
  offerId ? trainingPaths.adminOffer(Number(offerId)) : trainingPaths.adminTraining(Number(trainingId))

/** All booked days, or one of them (`training`) */
function BookedTab({ query }: { query: URLSearchParams }) {
  const open = readRowId(query.get('training'))
  return open === undefined ? <BookedList query={query} /> : <OpenTraining key={open} id={open} />
}
