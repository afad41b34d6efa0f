import type { Site } from '../../core/contract/site.ts'
import { Island } from '../../core/web/island.tsx'
import type { PublicFeature } from '../../core/web/page.ts'
import { newsletter } from './web/newsletter.tsx'
import { NewsletterBox, toBoxWords } from './web/newsletter-box.tsx'
import { NewsletterPanel } from './web/newsletter-panel.tsx'
import { confirmSubscription, subscription } from './web/subscription.tsx'

const pages = { newsletter, confirmSubscription, subscription }

type Listed = typeof pages
declare module '../../core/web/page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = {
  name: 'newsletter',
  pages,
  homeParts: { newsletterBox: HomePart },
  AfterPosts: ({ site }: { site: Site }) => <NewsletterBox words={toBoxWords(site)} heading="h2" />,
} satisfies PublicFeature

function HomePart({ site }: { site: Site }) {
  return (
    <div className="wrap newsletter-part">
      <Island
        of={NewsletterPanel}
        name="NewsletterPanel"
        props={{ words: toBoxWords(site), heading: 'h2' }}
        when="interaction"
      />
    </div>
  )
}
