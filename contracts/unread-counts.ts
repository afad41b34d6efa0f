import * as z from 'zod/mini'

/** Lists with news that are over once the admin has opened them. */
export const unreadLists = ['people', 'guests'] as const
export type UnreadList = (typeof unreadLists)[number]

/**
 * `GET /api/news`: entries, and invitations that a guest has done something about, since the admin last opened the list;
 * and emails that wait for a person. Each count stops at 100.
 */
export const unreadCounts = z.object({
  people: z.number(),
  guests: z.number(),
  /** When the admin last opened the list of invitations; null: never. */
  guestsSeenAt: z.nullable(z.string()),
  /** Emails that could not be sent. */
  failedMails: z.number(),
  /** Emails to be sent by hand, because email isn't set up; 0 where it is. */
  queuedMails: z.number(),
})
export type UnreadCounts = z.infer<typeof unreadCounts>
