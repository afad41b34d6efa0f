import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { addGuestPages } from './guest-pages.ts'
import { lostLinkJob, sendLostLink } from './lost-link.ts'
import { pictureUses } from './picture-uses.ts'
import { addInviteRoutes } from './routes.ts'
import { addRoomRoutes } from './writing-room-routes.ts'

export const guests = {
  routes: [addInviteRoutes, addGuestPages, addRoomRoutes],
  mediaUses: { pictures: pictureUses },
  jobs: [jobWork(lostLinkJob, sendLostLink)],
} satisfies Feature
