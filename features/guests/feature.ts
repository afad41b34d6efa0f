import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { firstWordOf } from '../db/schema/columns.ts'
import { authorInvites, guestComments } from '../db/schema/invites.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { guestActions } from './comments.ts'
import { readGuests } from './export-guests.ts'
import { addGuestPages } from './guest-pages.ts'
import { inviteMails } from './invite-mails.ts'
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
  unread: {
    fields: { guests: z.number(), guestsSeenAt: z.nullable(z.string()) },
    lists: ['guests'],
    count: countUnreadGuests,
  },
  exportTables: [{ path: 'guests.csv', read: readGuests }],
  actions: guestActions,
  subjects: { comment: { label: 'Comment' } },
  mailKinds: inviteMails,
} satisfies Feature
