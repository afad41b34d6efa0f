import type { Site } from '../../contracts/site.ts'
import { Island } from '../island.tsx'
import type { PublicFeature } from '../page.ts'
import { newsletter } from './newsletter.tsx'
import { NewsletterBox } from './newsletter-box.tsx'
import { NewsletterPanel } from './newsletter-panel.tsx'
import { confirmSubscription, subscription } from './subscription.tsx'

const pages = { newsletter, confirmSubscription, subscription }

type Listed = typeof pages
declare module '../page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = {
  name: 'newsletter',
  pages,
  homeParts: { newsletterBox: HomePart },
  AfterPosts: ({ site }: { site: Site }) => <NewsletterBox words={site.content.newsletterBox} heading="h2" />,
} satisfies PublicFeature

function HomePart({ site }: { site: Site }) {
  return (
    <div className="wrap newsletter-part">
      <Island
        of={NewsletterPanel}
        name="NewsletterPanel"
        props={{ words: site.content.newsletterBox, heading: 'h2' }}
        when="interaction"
      />
    </div>
  )
}
