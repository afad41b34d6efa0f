import { sql } from 'drizzle-orm'
import { firstWordOf } from '../db/schema/columns.ts'
import { authorInvites, guestComments } from '../db/schema/invites.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { readGuests } from './export-guests.ts'
import { addGuestPages } from './guest-pages.ts'
import { lostLinkJob, sendLostLink } from './lost-link.ts'
import { guestPersonalData } from './personal-data.ts'
import { pictureUses } from './picture-uses.ts'
import { guestRestore } from './restore.ts'
import { addInviteRoutes } from './routes.ts'
import { countUnreadGuests } from './unread-guests.ts'
import { addRoomRoutes } from './writing-room-routes.ts'

export const guests = {
  routes: [addInviteRoutes, addGuestPages, addRoomRoutes],
  peopleNames: (words) =>
    sql`select name from author_invites where ${firstWordOf(authorInvites.name)} = any(${words})`,
  mediaUses: { pictures: pictureUses },
  jobs: [jobWork(lostLinkJob, sendLostLink)],
  usernameColumns: [guestComments.writtenBy],
  personal: guestPersonalData,
  restore: guestRestore,
  unread: countUnreadGuests,
  exportTables: [{ path: 'guests.csv', read: readGuests }],
} satisfies Feature
