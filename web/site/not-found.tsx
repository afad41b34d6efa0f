import type { Page } from '../page.ts'
import { WaysOn } from './next-links.tsx'

export const notFound: Page<object> = {
  head: ({ site: { content } }) => ({ title: content.notFound.title, description: content.notFound.lead }),
  Body: ({ site }) => (
    <WaysOn site={site} title={site.content.notFound.title} lead={site.content.notFound.lead} />
  ),
}
