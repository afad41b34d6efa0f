import { notFoundPage as words } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { Signpost } from './illustrations/signpost.tsx'

export const notFound: Page<object> = {
  head: () => ({ title: words.title, description: words.lead }),
  frame: 'site',
  Body: ({ site }) => (
    <main id="main" tabIndex={-1} className="wrap not-found">
      <div>
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <ul className="ways-on">
          <li>
            <a className="text-link" href={paths.home}>
              {words.ways.home.title}
            </a>
            <p>{words.ways.home.text}</p>
          </li>
          <li>
            <ExternalLink className="text-link" href={site.bookingUrl}>
              {words.ways.book.title}
            </ExternalLink>
            <p>{words.ways.book.text}</p>
          </li>
          <li>
            <a className="text-link" href={paths.waitlist}>
              {words.ways.waitlist.title}
            </a>
            <p>{words.ways.waitlist.text}</p>
          </li>
        </ul>
      </div>
      <Signpost />
    </main>
  ),
}
