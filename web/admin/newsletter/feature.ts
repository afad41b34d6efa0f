import { Mail } from 'lucide-react'
import { lazy } from 'react'
import { newsletterBoxSection } from '../../../contracts/newsletter-words.ts'
import { paths } from '../../../contracts/paths.ts'

export const newsletter = {
  name: 'newsletter',
  sections: [newsletterBoxSection],
  places: { [paths.newsletter]: 'Newsletter' },
  newsPaths: ['/api/newsletter'],
  screen: {
    path: paths.adminNewsletter,
    label: 'Newsletter',
    icon: Mail,
    Screen: lazy(() => import('./newsletter-screen.tsx').then((m) => ({ default: m.NewsletterScreen }))),
  },
}
