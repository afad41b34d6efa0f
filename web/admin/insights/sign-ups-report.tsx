import type { Insights } from '../../../contracts/insights.ts'
import { nameOfPage } from '../../../contracts/page-name.ts'
import { count, figure } from '../plots/figures.ts'
import { Legend, PageBars, PageLink } from '../plots/page-bars.tsx'
import { Report } from '../plots/report.tsx'

const title = 'Sign-ups by page'
const unknownPage = 'Unknown page'

const forms = [
  { id: 'waitlist', name: 'Waitlist', tone: 'green' },
  { id: 'contact', name: 'Contact', tone: 'marigold' },
  { id: 'newsletter', name: 'Newsletter', tone: 'clay' },
] as const

type SignUps = Insights['signUps'][number]

export function SignUpsReport({ insights }: { insights: Insights }) {
  const { signUps } = insights
  return (
    <Report
      name="sign-ups"
      title={title}
      summary={describe(signUps)}
      insights={insights}
      table={{
        heads: ['Page', ...forms.map(({ name }) => name)],
        rows: signUps.map((row) => ({
          key: row.source ?? '',
          cells: [<Source key="name" {...row} />, ...forms.map(({ id }) => figure(row[id]))],
        })),
      }}
    >
      {signUps.length > 0 && (
        <>
          <Legend entries={[...forms]} />
          <PageBars
            bars={signUps.map((row) => ({
              key: row.source ?? '',
              name: <Source {...row} />,
              figures: forms
                .filter(({ id }) => row[id] > 0)
                .map(({ id, name }) => `${name} ${figure(row[id])}`)
                .join(', '),
              parts: forms.map(({ id, tone }) => ({ key: id, tone, count: row[id] })),
            }))}
          />
        </>
      )}
    </Report>
  )
}

const Source = ({ source, title }: SignUps) =>
  source === null ? unknownPage : <PageLink path={source} title={title} />

const total = (row: SignUps) => row.waitlist + row.contact + row.newsletter

function describe(signUps: SignUps[]): string {
  const all = signUps.reduce((sum, row) => sum + total(row), 0)
  const [first, second] = signUps
  if (!first) return 'No sign-ups in this period.'
  if (second && total(first) === total(second)) return `${count(all, 'sign-up')}.`
  const where = first.source === null ? unknownPage : `“${nameOfPage(first.source, first.title)}”`
  return `${count(all, 'sign-up')}. ${where} led with ${figure(total(first))}.`
}
