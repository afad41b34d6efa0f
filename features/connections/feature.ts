import type { Feature } from '../manifest/feature.ts'
import { readMailsToday } from './server/mail-lines.ts'
import { addConnectionRoutes } from './server/routes.ts'
import { connectionActions } from './server/save-connection.ts'

export const connections = {
  routes: [addConnectionRoutes],
  actions: connectionActions,
  today: { titles: { mails: 'Emails' }, read: readMailsToday },
} satisfies Feature
