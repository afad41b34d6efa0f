import { postPage } from '../../content/blog.ts'
import type { Page } from '../page.ts'
import { WaysOn } from '../site/next-links.tsx'

const words = postPage.gone

/** The page at the URL of a post that was removed */
export const gone: Page<object> = {
  head: () => ({ title: words.title, description: words.lead }),
  Body: ({ site }) => <WaysOn site={site} title={words.title} lead={words.lead} />,
}
