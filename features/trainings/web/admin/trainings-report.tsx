import { formatMoney } from '../../../../core/contract/money.ts'
import { count, figure, rate } from '../../../../core/web/admin/plots/figures.ts'
import { type Figure, PageBars, toBar } from '../../../../core/web/admin/plots/page-bars.tsx'
import { Report } from '../../../../core/web/admin/plots/report.tsx'
import { type TrainingFigures, trainingFigures } from '../../contract/training-figures.ts'

type InsightsWithTrainings = { from: string; to: string; trainings?: unknown }

/** How many offers are accepted, and how long people wait for their day */
export function TrainingsReport({ insights }: { insights: InsightsWithTrainings }) {
  const trainings = trainingFigures.parse(insights.trainings)
  const { offers, booked, medianDays, held, came, answers, rating, revenue } = trainings
  const bars: Figure[] = [
    ['Offers sent', offers.sent],
    ['Offers accepted', offers.accepted],
    ['Days booked', booked],
    ['Days held', held],
  ]
  const isEmpty = revenue.length === 0 && bars.every(([, number]) => number === 0)
  const rows = [
    ...bars,
    ['Share of offers accepted', rate(offers.accepted, offers.sent)],
    ['Median days from joining to the booked day', medianDays ?? '-'],
    ['People who came', came],
    ['Answers to the questions after the day', answers],
    ['Rating (1 to 5)', rating?.toFixed(1) ?? '-'],
    ...revenue.flatMap(({ currency, booked, paid }) => [
      [`Price of the booked days (${currency})`, formatMoney(booked, currency)],
      [`Paid (${currency})`, formatMoney(paid, currency)],
    ]),
  ]
  return (
    <Report
      name="trainings"
      title="Offers and trainings"
      summary={describeTrainings(trainings)}
      table={{ heads: ['Trainings', 'Number'], rows: isEmpty ? [] : rows }}
    >
      {!isEmpty && <PageBars bars={bars.map(toBar)} />}
    </Report>
  )
}

function describeTrainings({ offers, booked, medianDays, held }: TrainingFigures): string {
  const answers =
    offers.sent === 0
      ? 'No offers were sent in this period.'
      : `${figure(offers.accepted)} of ${count(offers.sent, 'offer')} sent in this period ${offers.accepted === 1 || offers.sent === 1 ? 'was' : 'were'} accepted (${rate(offers.accepted, offers.sent)}).`
  const wait =
    medianDays === null
      ? ''
      : ` ${count(booked, 'day was', 'days were')} booked, a median of ${count(medianDays, 'day')} after joining the waitlist.`
  return `${answers}${wait}${held > 0 ? ` ${count(held, 'training was', 'trainings were')} held.` : ''}`
}
