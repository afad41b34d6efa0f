import { Mail } from 'lucide-react'
import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import { lazyDialog } from '../../core/web/ui/lazy-part.tsx'
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
    place: 'in writing' as const,
    right: 'sendToLists' as const,
    Screen: lazyScreen(() => import('./web/admin/newsletter-screen.tsx'), 'NewsletterScreen'),
  },
  postAction: {
    rights: ['sendToLists' as const, 'publish' as const],
    label: (isPublic: boolean) => (isPublic ? 'Email this post' : 'Publish and email'),
    Dialog: lazyDialog(() => import('./web/admin/publish-and-email.tsx'), 'PublishAndEmail'),
  },
  insights: {
    signUps: { id: 'newsletter', name: 'Newsletter', tone: 'clay' as const },
    pageNames: newsletterPageNames,
  },
}
