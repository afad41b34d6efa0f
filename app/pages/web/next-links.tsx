import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { BookingLink } from '../../../core/web/site/booking-link.tsx'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'
import signpost from '../../../core/web/site/illustrations/signpost.svg?drawing'
import { sitePaths } from '../../../features/site/contract/site-paths.ts'

/** Content of pages for missing or removed URLs: a message, and three links to other pages */
export function WaysOn({ site, title, lead }: { site: Site; title: string; lead: string }) {
  const ways = site.content.notFound
  return (
    <main id="main" tabIndex={-1} className="wrap not-found">
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <ul className="ways-on">
          <li>
            <a className="text-link" href={paths.home}>
              {ways.home.title}
            </a>
            <p>{ways.home.text}</p>
          </li>
          <li>
            <BookingLink site={site} service="not-found" className="text-link">
              {ways.book.title}
            </BookingLink>
            <p>{ways.book.text}</p>
          </li>
          <li>
            <a className="text-link" href={sitePaths.waitlist}>
              {ways.waitlist.title}
            </a>
            <p>{ways.waitlist.text}</p>
          </li>
        </ul>
      </div>
      <Drawing of={signpost} />
    </main>
  )
}

export const notFound: Page<object> = {
  head: ({ site: { content } }) => ({ title: content.notFound.title, description: content.notFound.lead }),
  Body: ({ site }) => (
    <WaysOn site={site} title={site.content.notFound.title} lead={site.content.notFound.lead} />
  ),
}
