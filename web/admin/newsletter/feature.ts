import { Mail } from 'lucide-react'
import { newsletterBoxSection, newsletterPageNames } from '../../../contracts/newsletter-words.ts'
import { paths } from '../../../contracts/paths.ts'
import { NewsletterScreen } from './newsletter-screen.tsx'

export const newsletter = {
  sections: [newsletterBoxSection],
  places: { [paths.newsletter]: 'Newsletter' },
  screen: { path: paths.adminNewsletter, label: 'Newsletter', icon: Mail, Screen: NewsletterScreen },
  insights: {
    signUps: { id: 'newsletter', name: 'Newsletter', tone: 'clay' as const },
    pageNames: newsletterPageNames,
  },
}
