import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { getStarted } from './get-started.ts'

/** Lists whose entries count as read once the admin has opened the list. */
export const unreadLists = ['people', 'guests'] as const
export type UnreadList = (typeof unreadLists)[number]

/** Counting stops at this number, which is shown as `99+`. */
export const maxUnread = 100

const unreadCounts = z.object({
  /** Entries since the admin last opened the list. */
  people: z.number(),
  /** Invitations with a guest's action (such as a reply or a submission) since the admin last opened the list */
  guests: z.number(),
  /** Time when the admin last opened the list of invitations; null if never. */
  guestsSeenAt: z.nullable(z.string()),
  /** Next steps that are due today or overdue, of all users */
  dueSteps: z.number(),
  /** Emails that could not be sent. */
  failedMails: z.number(),
  /** Emails that an admin has to send because no mail server is configured. */
  queuedMails: z.number(),
  /** True if no mail server is configured, so that people send the emails in the Outbox */
  sendsByHand: z.boolean(),
  /** True after a restore, until someone lets the emails about offers and trainings go on (contracts/today.ts) */
  trainingsPaused: z.boolean(),
  /** The site's time zone, which decides what day it is */
  timeZone: z.string(),
  getStarted,
})
export type UnreadCounts = z.infer<typeof unreadCounts>

export const unreadCountsRead = {
  method: 'GET',
  path: '/api/news',
  summary: 'Count what’s new since you last looked, and which first steps are done',
  response: unreadCounts,
} satisfies Endpoint

export const unreadListSeen = {
  method: 'POST',
  path: '/api/news/:list',
  summary: 'Mark a list as seen',
  params: z.object({ list: z.enum(unreadLists) }),
  response: unreadCounts,
} satisfies Endpoint

export const getStartedDismiss = {
  method: 'PUT',
  path: '/api/get-started',
  summary: 'Remove the list of first steps from the menu, or put it back',
  body: z.strictObject({ isDismissed: z.boolean() }),
  response: unreadCounts,
} satisfies Endpoint
