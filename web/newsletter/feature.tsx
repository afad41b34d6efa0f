import type { Site } from '../../contracts/site.ts'
import { newsletter as page } from './newsletter.tsx'
import { NewsletterBox } from './newsletter-box.tsx'
import { confirmSubscription, subscription } from './subscription.tsx'

export const newsletter = {
  pages: { newsletter: page, confirmSubscription, subscription },
  AfterPosts: ({ site }: { site: Site }) => <NewsletterBox words={site.content.newsletterBox} heading="h2" />,
}
