import { notFoundPage as words } from '../../content/home.ts'
import type { Page } from '../page.ts'
import { WaysOn } from './next-links.tsx'

export const notFound: Page<object> = {
  head: () => ({ title: words.title, description: words.lead }),
  Body: ({ site }) => <WaysOn site={site} title={words.title} lead={words.lead} />,
}
