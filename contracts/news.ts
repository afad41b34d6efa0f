import * as z from 'zod/mini'

/** Lists with news that are over once the admin has opened them. */
export const newsLists = ['people', 'guests'] as const
export type NewsList = (typeof newsLists)[number]

/**
 * `GET /api/news`: entries, and invitations that a guest has done something about, since the admin last opened the list;
 * and mails that did not go. At most 100 is counted.
 */
export const news = z.object({
  people: z.number(),
  guests: z.number(),
  /** When the admin last opened the list of invitations; null: never. */
  guestsSeenAt: z.nullable(z.string()),
  failedMails: z.number(),
})
export type News = z.infer<typeof news>
