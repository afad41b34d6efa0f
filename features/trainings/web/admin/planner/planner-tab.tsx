import { keepPreviousData } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import type { ResponseBody } from '../../../../../core/contract/endpoint.ts'
import { apiQuery, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { count } from '../../../../../core/web/admin/plots/figures.ts'
import { ReportTable } from '../../../../../core/web/admin/plots/report.tsx'
import { InlineLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton } from '../../../../../core/web/ui/button.tsx'
import { lazyPart } from '../../../../../core/web/ui/lazy-part.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { offerList } from '../../../contract/offers.ts'
import {
  type DemandRow,
  type Planner,
  plannerOffersCreate,
  plannerRead,
  type Trip,
} from '../../../contract/planner.ts'
import { offersUrl } from '../offers/offer-list.tsx'
import { LeftOutPeople } from './left-out.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { PlannerFilters, readPlannerFilter } from './planner-filters.tsx'
import { monthColumns, nameTopic } from './planner-words.ts'
import { TripCard } from './trip-card.tsx'

/** Plans trips to the people who wait, and drafts their offers. */
export function PlannerTab({ query }: { query: URLSearchParams }) {
  const filter = readPlannerFilter(query)
  const options = {
    ...apiQuery(plannerRead, { query: filter }),
    // What is waiting and which days are free changes on other screens.
    staleTime: 0,
    placeholderData: keepPreviousData,
  }
  const words = { failure: 'The plan couldn’t be loaded.', waiting: 'Loading the plan...', hasSkeleton: true }
  const { data, query: loading, notLoaded } = useLoaded(options, words)
  return (
    <div className="planner" aria-busy={loading.isFetching}>
      <div className="planner-intro">
        <h2>Days that could work</h2>
        <p>
          People on the waitlist who could share a trip: they are up to 60 miles apart and can come in the
          same month. Each has a working day of their own, one after the other.
        </p>
      </div>
      {notLoaded}
      {data && (
        <>
          <PlannerFilters filter={filter} trainers={data.trainers} />
          <Plan plan={data} />
          <LeftOutPeople leftOut={data.leftOut} unanswered={data.unanswered} />
          {data.demand.length > 0 && <Demand demand={data.demand} />}
        </>
      )}
    </div>
  )
}

function Plan({ plan }: { plan: Planner }) {
  const [drafted, setDrafted] = useState<Drafted>()
  const notice = useRef<HTMLDivElement>(null)
  const { run, busy } = useApiMutation(plannerOffersCreate, {
    failure: 'Couldn’t draft the offers',
    // A failure often means that the days or the people have changed in the meantime.
    alwaysInvalidates: [queryKeyOf(plannerRead), queryKeyOf(offerList)],
    onSuccess: setDrafted,
    // The card of the pressed button is gone.
    onReloaded: () => notice.current?.focus(),
  })
  const cards = {
    namesTrainer: plan.trainers.length > 1,
    busy,
    onDraft: ({ trainerId, format, members }: Trip) =>
      run({ body: { trainerId, format, offers: members.map(({ entryId, days }) => ({ entryId, days })) } }),
  }
  return (
    <>
      <section className="planner-part">
        {drafted && <DraftedNotice {...drafted} ref={notice} />}
        <PlanSummary plan={plan} />
      </section>
      <Trips title="Together" trips={plan.trips} {...cards} />
      <Trips title="On their own" trips={plan.alone} {...cards} />
    </>
  )
}

/** Cards that are shown at first, and more with each press */
const pageSize = 12

type TripsProps = {
  title: string
  trips: Planner['trips']
  namesTrainer: boolean
  busy: boolean
  onDraft: (trip: Trip) => void
}

function Trips({ title, trips: { first, count: all }, onDraft, ...card }: TripsProps) {
  const [shown, setShown] = useState(pageSize)
  if (all === 0) return null
  return (
    <section className="planner-part" aria-label={title}>
      <h3>{title}</h3>
      <ul className="planner-cards" aria-label={title}>
        {first.slice(0, shown).map((trip) => (
          <TripCard
            key={trip.members.map(({ entryId }) => entryId).join(' ')}
            trip={trip}
            {...card}
            onDraft={() => onDraft(trip)}
          />
        ))}
      </ul>
      {shown < first.length && (
        <QuietButton onClick={() => setShown(shown + pageSize)}>
          Show more<span className="sr-only">: {title}</span>
        </QuietButton>
      )}
      {shown >= first.length && first.length < all && (
        <p className="count">
          These are the first {first.length} of {all.toLocaleString('en-US')}. Draft some, and the next ones
          follow.
        </p>
      )}
    </section>
  )
}

type Drafted = ResponseBody<typeof plannerOffersCreate>

/** Result of drafting: a link to the drafts, and the people who got no offer, with the reason */
function DraftedNotice({ drafted, refused, ref }: Drafted & { ref: Ref<HTMLDivElement> }) {
  const hasSome = drafted.length > 0
  return (
    <Notice tone={hasSome ? 'success' : 'problem'} ref={ref}>
      <p>
        <strong>{hasSome ? `Drafted ${count(drafted.length, 'offer')}.` : 'No offer was drafted.'}</strong>{' '}
        {hasSome && (
          <>
            Their days are held, and nothing is sent yet. Hours and terms are those of your last offer, and
            the price is blank, so check them first.{' '}
            <InlineLink href={offersUrl({ status: 'draft' })}>See the drafts</InlineLink>
          </>
        )}
      </p>
      {refused.length > 0 && (
        <ul className="dash-list">
          {refused.map(({ entryId, name, reason }) => (
            <li key={entryId}>
              <bdi>{name || 'Someone'}</bdi>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

// The chart library is loaded only with the first plot.
const DemandPlots = lazyPart(() => import('./demand-plots.tsx'), 'DemandPlots')

const demandTitle = 'Who wants what, where, and when'

/** How many people wait for each topic, by place and month: plots, and the same figures as a table */
function Demand({ demand }: { demand: DemandRow[] }) {
  return (
    <Section
      id="planner-demand"
      title={demandTitle}
      level={3}
      className="planner-part planner-rest planner-demand"
    >
      <p className="planner-summary">
        Head counts of everyone who has answered. A group that named several topics or months counts in each
        of them.
      </p>
      <DemandPlots demand={demand} />
      <ReportTable
        title={demandTitle}
        heads={['Place', 'Topic', ...monthColumns, 'People', 'Groups']}
        rows={demand.map(({ place, topic, months, headCount, entries }) => [
          place,
          nameTopic(topic),
          ...months,
          headCount,
          entries,
        ])}
      />
    </Section>
  )
}
