import { count, figure, sum } from '../../../../core/web/admin/plots/figures.ts'
import { Legend, PageBars, type Tone } from '../../../../core/web/admin/plots/page-bars.tsx'
import { Report } from '../../../../core/web/admin/plots/report.tsx'
import { nameOfPage } from '../../../site/contract/page-name.ts'
import type { Insights } from '../../contract/insights.ts'
import { PageLink } from './page-link.tsx'

const unknownPage = 'Unknown page'

type Form = { id: string; name: string; tone: Tone }
const ownForms: Form[] = [
  { id: 'waitlist', name: 'Waitlist', tone: 'green' },
  { id: 'contact', name: 'Contact', tone: 'marigold' },
]

type SignUps = Insights['signUps'][number]

export function SignUpsReport({ insights, otherForms }: { insights: Insights; otherForms: Form[] }) {
  const { signUps } = insights
  const forms = [...ownForms, ...otherForms]
  return (
    <Report
      name="sign-ups"
      title="Sign-ups by page"
      summary={describe(signUps)}
      table={{
        heads: ['Page', ...forms.map(({ name }) => name)],
        rows: signUps.map((row) => [
          <Source key="name" {...row} />,
          ...forms.map(({ id }) => Number(row[id])),
        ]),
      }}
    >
      {signUps.length > 0 && (
        <>
          <Legend entries={forms} />
          <PageBars
            bars={signUps.map((row) => ({
              key: row.source ?? '',
              name: <Source {...row} />,
              figures: forms
                .filter(({ id }) => row[id])
                .map(({ id, name }) => `${name} ${figure(Number(row[id]))}`)
                .join(', '),
              parts: forms.map(({ id, tone }) => ({ key: id, tone, count: Number(row[id]) })),
            }))}
          />
        </>
      )}
    </Report>
  )
}

const Source = ({ source, title }: SignUps) =>
  source === null ? unknownPage : <PageLink path={source} title={title} />

const total = ({ source, title, ...counts }: SignUps) => sum(Object.values(counts).map(Number))

function describe(signUps: SignUps[]): string {
  const all = sum(signUps.map(total))
  const [first, second] = signUps
  if (!first) return 'No sign-ups in this period.'
  if (second && total(first) === total(second)) return `${count(all, 'sign-up')}.`
  const where = first.source === null ? unknownPage : `“${nameOfPage(first.source, first.title)}”`
  return `${count(all, 'sign-up')}. ${where} led with ${figure(total(first))}.`
}
