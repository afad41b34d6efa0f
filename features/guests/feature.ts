import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { firstWordOf } from '../../core/server/db/schema/columns.ts'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { guestPaths } from './contract/guest-paths.ts'
import { authorInvites, guestComments } from './schema.ts'
import { guestActions } from './server/comments.ts'
import { readGuests } from './server/export-guests.ts'
import { readGuestsToday } from './server/guest-news.ts'
import { addGuestPages } from './server/guest-pages.ts'
import { inviteMails } from './server/invite-mails.ts'
import { lostLinkJob, sendLostLink } from './server/lost-link.ts'
import { guestPersonalData } from './server/personal-data.ts'
import { pictureUses } from './server/picture-uses.ts'
import { guestRestore } from './server/restore.ts'
import { addInviteRoutes } from './server/routes.ts'
import { countUnreadGuests } from './server/unread-guests.ts'
import { addRoomRoutes } from './server/writing-room-routes.ts'

export const guests = {
  addresses: guestPaths,
  routes: [addInviteRoutes, addGuestPages, addRoomRoutes],
  peopleNames: (words) =>
    sql`select name from author_invites where ${firstWordOf(authorInvites.name)} = any(${words})`,
  mediaUses: { pictures: pictureUses },
  jobs: [jobWork(lostLinkJob, sendLostLink)],
  usernameColumns: [guestComments.writtenBy],
  personal: guestPersonalData,
  restore: guestRestore,
  today: { read: readGuestsToday },
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
