import { Mail } from 'lucide-react'
import { lazy } from 'react'
import { paths } from '../../../contracts/paths.ts'

export const newsletter = {
  name: 'newsletter',
  screen: {
    path: paths.adminNewsletter,
    label: 'Newsletter',
    icon: Mail,
    Screen: lazy(() => import('./newsletter-screen.tsx').then((m) => ({ default: m.NewsletterScreen }))),
  },
}
