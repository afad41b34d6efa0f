import type * as z from 'zod/mini'
import { formatDay } from '../../../../core/contract/format-date.ts'
import { count, countPeople, figure, sum } from '../../../../core/web/admin/plots/figures.ts'
import { PageBars, toBar } from '../../../../core/web/admin/plots/page-bars.tsx'
import { Report } from '../../../../core/web/admin/plots/report.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { eventFigures } from '../../contract/event-figures.ts'
import { eventPaths } from '../../contract/event-paths.ts'

type Dates = z.infer<typeof eventFigures>['dates']

/** How many people registered for each date, came, and answered the questions after it */
export function EventsReport({ insights }: { insights: { from: string; events?: unknown } }) {
  const { dates } = eventFigures.parse(insights.events)
  return (
    <Report
      name="events"
      title="Public dates"
      summary={describeDates(dates)}
      table={{
        heads: ['Date', 'Registered', 'Came', 'Answers', 'No answer', 'Rating (1 to 5)'],
        rows: dates.map((date) => [
          <DateLink key={date.id} {...date} />,
          ...[date.registered, date.came, date.answers, date.came - date.answers],
          date.rating?.toFixed(1) ?? '-',
        ]),
      }}
    >
      {dates.length > 0 && (
        <PageBars
          bars={dates.map((date) => ({
            ...toBar([String(date.id), date.came]),
            name: <DateLink {...date} />,
            figures: describeDate(date),
          }))}
        />
      )}
    </Report>
  )
}

const DateLink = ({ id, title, day }: Dates[number]) => (
  <ScreenLink href={eventPaths.adminEvent(id)} dir="auto">
    {title}, {formatDay(day)}
  </ScreenLink>
)

function describeDate({ registered, came, answers, rating }: Dates[number]): string {
  const people = `${figure(came)} of ${figure(registered)} came`
  return rating === null ? people : `${people}, ${rating.toFixed(1)} of 5 from ${count(answers, 'answer')}`
}

function describeDates(dates: Dates): string {
  if (dates.length === 0) return 'There was no public date in this period.'
  const registered = countPeople(sum(dates.map(({ registered }) => registered)))
  const came = figure(sum(dates.map(({ came }) => came)))
  return `${registered} registered for ${count(dates.length, 'public date')} in this period, and ${came} came.`
}
