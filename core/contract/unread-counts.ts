import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { getStarted } from './get-started.ts'

/** Counting stops at this number, which is shown as `99+`. */
export const maxUnread = 100

/** Features add their counts (`UnreadFeature` in features/manifest/feature.ts). */
const unreadCounts = z.looseObject({
  /** Emails that could not be sent. */
  failedMails: z.number(),
  /** Emails that an admin has to send because no mail server is configured. */
  queuedMails: z.number(),
  /** True if no mail server is configured, so that people send the emails in the Outbox */
  sendsByHand: z.boolean(),
  /** The site's time zone, which decides what day it is */
  timeZone: z.string(),
  getStarted,
})
export type UnreadCounts = z.infer<typeof unreadCounts>

export const unreadCountsRead = endpoint('GET', '/api/news', {
  summary: 'Count what’s new since you last looked, and which first steps are done',
  response: unreadCounts,
})

export const unreadListSeen = endpoint('POST', '/api/news/:list', {
  summary: 'Mark a list as seen',
  params: z.object({ list: z.string() }),
  response: unreadCounts,
})

export const getStartedDismiss = endpoint('PUT', '/api/get-started', {
  summary: 'Remove the list of first steps from the menu, or put it back',
  body: z.strictObject({ isDismissed: z.boolean() }),
  response: unreadCounts,
})

/** Describes the endpoints with the names of lists and the counts of features. */
export function describeUnread(list: z.ZodMiniType<string>, added: z.core.$ZodShape) {
  const response = z.object({ ...unreadCounts.shape, ...added })
  return {
    unreadCountsRead: { ...unreadCountsRead, response },
    unreadListSeen: { ...unreadListSeen, params: z.object({ list }), response },
    getStartedDismiss: { ...getStartedDismiss, response },
  }
}
