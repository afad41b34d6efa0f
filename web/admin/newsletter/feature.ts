import { Mail } from 'lucide-react'
import { paths } from '../../../contracts/paths.ts'
import { NewsletterScreen } from './newsletter-screen.tsx'

export const newsletter = {
  screen: { path: paths.adminNewsletter, label: 'Newsletter', icon: Mail, Screen: NewsletterScreen },
  insights: { signUps: { id: 'newsletter', name: 'Newsletter', tone: 'clay' as const } },
}
