import { count, figure, rate, sum } from '../../../../core/web/admin/plots/figures.ts'
import { Legend, PageBars } from '../../../../core/web/admin/plots/page-bars.tsx'
import { Report } from '../../../../core/web/admin/plots/report.tsx'
import type { Insights } from '../../contract/insights.ts'
import { PageLink } from './page-link.tsx'

/** Maximum number of pages in the plot. The table lists all pages. */
const maxDrawn = 12

/** Shows how many views of each page led to a click on one of its buttons. */
export function PagesReport({ insights }: { insights: Insights }) {
  const { pages } = insights
  return (
    <Report
      name="pages"
      title="Views to clicks"
      summary={describe(pages)}
      table={{
        heads: ['Page', 'Views', 'Clicks', 'Clicks per 100 views'],
        rows: pages.map(({ path, title, views, clicks }) => [
          <PageLink key="name" path={path} title={title} />,
          views,
          clicks,
          rate(clicks, views),
        ]),
      }}
    >
      {pages.length > 0 && (
        <>
          <Legend
            entries={[
              { name: 'Clicks', tone: 'marigold' },
              { name: 'Views', tone: 'green' },
            ]}
          />
          <PageBars
            bars={pages.slice(0, maxDrawn).map(({ path, title, views, clicks }) => ({
              key: path,
              name: <PageLink path={path} title={title} />,
              figures: `${count(views, 'view')}, ${count(clicks, 'click')}: ${rate(clicks, views)}`,
              // A visitor may click several buttons, so a page can have more clicks than views.
              parts: [
                { key: 'clicks', tone: 'marigold', count: Math.min(clicks, views) },
                { key: 'views', tone: 'green', count: Math.max(views - clicks, 0) },
              ],
            }))}
          />
          {pages.length > maxDrawn && (
            <p className="report-note">
              Top {maxDrawn} pages. The table has {figure(pages.length)}.
            </p>
          )}
        </>
      )}
    </Report>
  )
}

function describe(pages: Insights['pages']): string {
  if (pages.length === 0) return 'No page views in this period.'
  const views = sum(pages.map((page) => page.views))
  const clicks = sum(pages.map((page) => page.clicks))
  return `${count(views, 'page view')} led to ${count(clicks, 'click')}: ${rate(clicks, views)}.`
}
