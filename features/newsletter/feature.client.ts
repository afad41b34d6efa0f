import { Mail } from 'lucide-react'
import { lazy } from 'react'
import { newsletterPaths } from './contract/newsletter-paths.ts'
import { newsletterBoxSection, newsletterPageNames } from './contract/newsletter-words.ts'

export const newsletter = {
  name: 'newsletter',
  sections: [newsletterBoxSection],
  places: { [newsletterPaths.page]: 'Newsletter' },
  newsPaths: ['/api/newsletter'],
  screen: {
    path: newsletterPaths.admin,
    label: 'Newsletter',
    icon: Mail,
    Screen: lazy(() =>
      import('./web/admin/newsletter-screen.tsx').then((m) => ({ default: m.NewsletterScreen })),
    ),
  },
  insights: {
    signUps: { id: 'newsletter', name: 'Newsletter', tone: 'clay' as const },
    pageNames: newsletterPageNames,
  },
}
