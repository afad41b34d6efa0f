import { Mail } from 'lucide-react'
import { newsletterPaths } from '../../../contracts/newsletter-paths.ts'
import { newsletterBoxSection } from '../../../contracts/newsletter-words.ts'
import { NewsletterScreen } from './newsletter-screen.tsx'

export const newsletter = {
  sections: [newsletterBoxSection],
  places: { [newsletterPaths.page]: 'Newsletter' },
  screen: { path: newsletterPaths.admin, label: 'Newsletter', icon: Mail, Screen: NewsletterScreen },
  insights: { signUps: { id: 'newsletter', name: 'Newsletter', tone: 'clay' as const } },
}
