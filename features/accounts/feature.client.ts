import { lazyPart } from '../../core/web/ui/lazy-part.tsx'

export const accounts = {
  today: {
    notices: {},
    questions: { asksProfile: lazyPart(() => import('./web/admin/profile-prompt.tsx'), 'ProfilePrompt') },
    lineActions: {},
  },
}
