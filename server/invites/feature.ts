import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { readGuests } from './export-guests.ts'
import { addGuestPages } from './guest-pages.ts'
import { lostLinkJob, sendLostLink } from './lost-link.ts'
import { addInviteRoutes } from './routes.ts'
import { countUnreadGuests } from './unread-guests.ts'
import { addRoomRoutes } from './writing-room-routes.ts'

export const guests = {
  routes: [addInviteRoutes, addGuestPages, addRoomRoutes],
  jobs: [jobWork(lostLinkJob, sendLostLink)],
  unread: countUnreadGuests,
  exportTables: [{ path: 'guests.csv', read: readGuests }],
} satisfies Feature
