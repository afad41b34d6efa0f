import * as z from 'zod/mini'

/** Lists with news that are over once the admin has opened them. */
export const newsLists = ['people'] as const
export type NewsList = (typeof newsLists)[number]

/** `GET /api/news`: entries since the admin last opened the list, and mails that did not go. At most 100 is counted. */
export const news = z.object({ people: z.number(), failedMails: z.number() })
