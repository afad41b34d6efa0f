import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { offerList } from '../../../../contracts/offers.ts'
import {
  type PlannedGroup,
  type Planner,
  plannerOffersCreate,
  plannerRead,
} from '../../../../contracts/planner.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { apiQuery, queryKeyOf } from '../../api.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { useApiMutation } from '../../use-api-mutation.ts'
import { Demand } from './demand.tsx'
import { type Drafted, DraftedNotice } from './drafted-notice.tsx'
import { LeftOutPeople } from './left-out.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { PlannerFilters } from './planner-filters.tsx'
import { PlannerGroup } from './planner-group.tsx'
import { readPlannerFilter } from './planner-url.ts'
import { countGroups } from './planner-words.ts'

/** Cards that are shown at first, and more with each press */
const pageSize = 12

/** Groups people who could share a trip or a month, and drafts their offers. */
export function PlannerTab({ query }: { query: URLSearchParams }) {
  const filter = readPlannerFilter(query)
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(plannerRead, { query: filter }),
    // What is waiting and which days are free changes on other screens.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="planner" aria-busy={isFetching}>
      <div className="planner-intro">
        <h2>Days that could work</h2>
        <p>
          People on the waitlist who share a place and a free day of a trainer, so that they could share a
          trip.
        </p>
      </div>
      {error && <LoadProblem what="The plan couldn’t be loaded." error={error} onRetry={refetch} />}
      {!data && !error && (
        <div>
          <p>Loading the plan...</p>
          <div className="skeleton skeleton-text" />
        </div>
      )}
      {data && (
        <>
          <PlannerFilters filter={filter} trainers={data.trainers} />
          <Groups plan={data} />
          <LeftOutPeople leftOut={data.leftOut} unanswered={data.unanswered} />
          {data.demand.length > 0 && <Demand demand={data.demand} />}
        </>
      )}
    </div>
  )
}

function Groups({ plan }: { plan: Planner }) {
  const [shown, setShown] = useState(pageSize)
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
  const draft = ({ trainerId, format, members }: PlannedGroup) =>
    run({
      body: {
        trainerId,
        format,
        offers: members.filter(({ days }) => days.length > 0).map(({ entryId, days }) => ({ entryId, days })),
      },
    })
  return (
    <section className="planner-groups" aria-labelledby="planner-groups">
      <h3 id="planner-groups">Trips</h3>
      {drafted && <DraftedNotice drafted={drafted} ref={notice} />}
      <PlanSummary plan={plan} />
      <ul className="planner-cards" aria-labelledby="planner-groups">
        {plan.groups.slice(0, shown).map((group) => (
          <PlannerGroup
            key={group.members.map(({ entryId }) => entryId).join(' ')}
            group={group}
            namesTrainer={plan.trainers.length > 1}
            busy={busy}
            onDraft={() => draft(group)}
          />
        ))}
      </ul>
      {shown < plan.groups.length && (
        <QuietButton onClick={() => setShown(shown + pageSize)}>Show more trips</QuietButton>
      )}
      {shown >= plan.groups.length && plan.groups.length < plan.groupCount && (
        <p className="count">
          These are the {plan.groups.length} largest of {countGroups(plan.groupCount)}. Draft some, and the
          next ones follow.
        </p>
      )}
    </section>
  )
}
