import { lazy, Suspense } from 'react'
import type { DemandRow } from '../../../../contracts/planner.ts'
import { Section } from '../../../ui/section.tsx'
import { figure } from '../../insights/figures.ts'
import { ReportTable } from '../../insights/report.tsx'
import { monthColumns, nameTopic } from './planner-words.ts'

// The chart library is loaded only with the first plot.
const DemandPlots = lazy(() =>
  import('./demand-plots.tsx').then((module) => ({ default: module.DemandPlots })),
)

const title = 'Who wants what, where, and when'

/** How many people wait for each topic, by place and month: plots, and the same figures as a table */
export function Demand({ demand }: { demand: DemandRow[] }) {
  return (
    <Section id="planner-demand" title={title} level={3} className="planner-part planner-rest planner-demand">
      <p className="planner-summary">
        Head counts of everyone who has answered. A group that named several topics or months counts in each
        of them.
      </p>
      <Suspense>
        <DemandPlots demand={demand} />
      </Suspense>
      <ReportTable
        title={title}
        heads={['Place', 'Topic', ...monthColumns, 'People', 'Groups']}
        rows={demand.map(({ place, topic, months, headCount, entries }) => ({
          key: `${place} ${topic}`,
          cells: [place, nameTopic(topic), ...months.map(figure), figure(headCount), figure(entries)],
        }))}
      />
    </Section>
  )
}
