import type { Feature } from '../feature.ts'
import { readMailsToday } from './mail-lines.ts'
import { addConnectionRoutes } from './routes.ts'
import { connectionActions } from './save-connection.ts'

export const connections = {
  routes: [addConnectionRoutes],
  actions: connectionActions,
  today: { titles: { mails: 'Emails' }, read: readMailsToday },
} satisfies Feature
