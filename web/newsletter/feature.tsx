import type { Site } from '../../contracts/site.ts'
import { Island } from '../island.tsx'
import { newsletter as page } from './newsletter.tsx'
import { NewsletterBox } from './newsletter-box.tsx'
import { NewsletterPanel } from './newsletter-panel.tsx'
import { confirmSubscription, subscription } from './subscription.tsx'

export const newsletter = {
  pages: { newsletter: page, confirmSubscription, subscription },
  homeParts: { newsletterBox: HomePart },
  AfterPosts: ({ site }: { site: Site }) => <NewsletterBox words={site.content.newsletterBox} heading="h2" />,
}

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
