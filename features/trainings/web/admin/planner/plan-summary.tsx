import type { ReactNode } from 'react'
import { formatDay } from '../../../../../core/contract/format-date.ts'
import { count, countPeople } from '../../../../../core/web/admin/plots/figures.ts'
import { InlineLink } from '../../../../../core/web/admin/screen-link.tsx'
import { sitePaths } from '../../../../site/contract/site-paths.ts'
import { maxPlanned, type Planner, unknownGroupSize } from '../../../contract/planner.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'

/** Sums up the plan, or says what to do first if there is nothing to plan */
export function PlanSummary({ plan }: { plan: Planner }) {
  const { from, to, isForYou, freeDays, planned, trips, alone, unanswered } = plan
  if (planned === 0) return unanswered.people.length > 0 ? <NoAnswers /> : <NoOne />
  return (
    <>
      <p className="planner-summary" role="status">
        {countPeople(planned)} on the waitlist {planned === 1 ? 'has' : 'have'} said when and where they could
        meet. From {formatDay(from)} to {formatDay(to)}, {count(freeDays, 'working day')}{' '}
        {freeDays === 1 ? 'is' : 'are'} free.
      </p>
      <ul className="planner-notes">
        {isForYou && (
          <li>
            No trainers yet, so we’re showing the days you have free.{' '}
            <CalendarLink>Choose who gives trainings</CalendarLink>
          </li>
        )}
        {plan.isCut && (
          <li>
            More than {maxPlanned.toLocaleString('en-US')} people have answered. This plan is for those who
            have waited longest.
          </li>
        )}
        {[...trips.first, ...alone.first].some(({ members }) =>
          members.some(({ groupSize }) => groupSize === null),
        ) && <li>A group of unknown size counts as {countPeople(unknownGroupSize)}.</li>}
      </ul>
      {trips.count + alone.count === 0 && (
        <Empty title="No day works yet">
          {freeDays === 0
            ? 'No trainer has a free day in this time.'
            : 'No free day suits the people who wait.'}{' '}
          Look further ahead, or <CalendarLink>free some days in the calendar</CalendarLink>.
        </Empty>
      )}
    </>
  )
}

const NoAnswers = () => (
  <Empty title="No answers yet">
    People are waiting, but no one has said where and when they could meet. Open one of them below, and send
    them the “Help us plan” link or write down what they told you.
  </Empty>
)

const NoOne = () => (
  <Empty title="No one is waiting">
    People who join the waitlist and answer “Help us plan” are put together here by region and month. See what
    visitors see:{' '}
    <a className="inline-link" href={sitePaths.waitlist}>
      the waitlist
    </a>
    .
  </Empty>
)

const CalendarLink = ({ children }: { children: ReactNode }) => (
  <InlineLink href={trainingPaths.adminTab('calendar')}>{children}</InlineLink>
)

const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="card empty">
    <h3>{title}</h3>
    <p>{children}</p>
  </div>
)
