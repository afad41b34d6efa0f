import { maxOfferedDays } from '../../../../contracts/offers.ts'
import { paths } from '../../../../contracts/paths.ts'
import { type PlanTopic, planTopics } from '../../../../contracts/plan.ts'
import { plannerLimits } from '../../../../contracts/planner.ts'

/** The filters of the planner in the URL. Values that are not possible are dropped. */
export type PlannerFilter = {
  months: number | undefined
  trainer: number | undefined
  topic: PlanTopic | undefined
  days: number | undefined
  perOffer: number | undefined
}

export function readPlannerFilter(query: URLSearchParams): PlannerFilter {
  return {
    months: readNumber(query.get('months'), plannerLimits.months),
    trainer: readNumber(query.get('trainer'), 2 ** 31 - 1),
    topic: planTopics.find((topic) => topic === query.get('topic')),
    days: readNumber(query.get('days'), plannerLimits.days),
    perOffer: readNumber(query.get('perOffer'), maxOfferedDays),
  }
}

function readNumber(text: string | null, max: number): number | undefined {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : undefined
}

export function plannerUrl(filter: PlannerFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${paths.adminTrainingsTab('planner')}${given.length > 0 ? `&${query}` : ''}`
}
