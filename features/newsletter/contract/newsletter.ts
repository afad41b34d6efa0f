import * as z from 'zod/mini'
import { emailAddress } from '../../../core/contract/email.ts'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { pageQuery, rowId } from '../../../core/contract/paging.ts'
import { postRequest } from '../../posts/contract/posts.ts'

export const frequencies = ['all', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyLabels: Record<Frequency, string> = {
  all: 'Every new post',
  monthly: 'At most once a month',
}

export const endReasons = ['unsubscribed', 'bounced', 'removed'] as const
export type EndReason = (typeof endReasons)[number]
export const endReasonLabels: Record<EndReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Email bounced',
  removed: 'Removed',
}

const subscriber = z.object({
  id: z.number(),
  email: z.string(),
  isActive: z.boolean(),
  frequency: z.enum(frequencies),
  subscribedAt: z.string(),
  consent: z.nullable(z.string()),
  /** Path of the page where the person subscribed, or `import` */
  source: z.nullable(z.string()),
  /** Name of that page; null if unknown or imported */
  sourceName: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endReason: z.nullable(z.enum(endReasons)),
})
export type Subscriber = z.infer<typeof subscriber>

export const subscriberQuery = z.extend(pageQuery, { q: z.optional(z.string().check(z.maxLength(200))) })
export type SubscriberQuery = z.infer<typeof subscriberQuery>

const importResponse = z.object({
  added: z.number(),
  known: z.number(),
  /** New addresses that the file marks as unsubscribed; they are added as unsubscribed */
  left: z.number(),
  /** Current subscribers that the file marks as unsubscribed; the import unsubscribed them */
  ended: z.number(),
  /** Addresses that were deleted here earlier; they are not imported again */
  deleted: z.number(),
  /** The first ten lines that have no valid address or whose cells don't match the header */
  refused: z.array(z.object({ line: z.number(), text: z.string(), reason: z.enum(['address', 'columns']) })),
  refusedCount: z.number(),
})

export type ImportResponse = z.infer<typeof importResponse>

export const issueLimits = { subject: 200, firstLine: 200, words: 5000 }

const line = (name: string, max: number) =>
  z.optional(
    z.string().check(
      z.overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
      z.maxLength(max, `Keep the ${name} to ${max} characters.`),
    ),
  )

const issueRequest = z.strictObject({
  /** Without a post, the issue needs a subject and words. */
  postId: z.optional(rowId),
  /** By default the post’s title. */
  subject: line('subject', issueLimits.subject),
  /** What inboxes show after the subject. By default the post’s excerpt. */
  firstLine: line('first line', issueLimits.firstLine),
  /** Plain text above the post. */
  words: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(issueLimits.words, 'Keep the words above the post to 5,000 characters.')),
  ),
  /** When it is sent; by default now. */
  startsAt: z.optional(z.iso.datetime({ offset: true })),
})
export type IssueRequest = z.infer<typeof issueRequest>

/** `post`: what is typed in the editor, saved or not, in place of a published post */
const issueDraft = z.extend(issueRequest, { post: z.optional(postRequest) })
export type IssueDraft = z.infer<typeof issueDraft>

const issuePreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Number of subscribers who have not received this issue yet and would get it now */
  recipients: z.number(),
  /** Number of emails of this issue that are not sent yet */
  waiting: z.number(),
  /** Number of subscribers who have received this issue */
  had: z.number(),
  /** Time of the last email; null if none was sent. */
  lastSentAt: z.nullable(z.string()),
  /** True if no mail server is configured, so that an admin sends each email. */
  byHand: z.boolean(),
})

export type IssuePreview = z.infer<typeof issuePreview>

const issue = z.object({
  id: z.number(),
  subject: z.string(),
  startedBy: z.string(),
  createdAt: z.string(),
  /** When a scheduled issue starts; null once it has. */
  startsAt: z.nullable(z.string()),
  pausedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** True if sending was paused because the mail server rejected several emails in a row */
  isRefused: z.boolean(),
  /** True if no mail server is configured, so that an admin sends each email. */
  byHand: z.boolean(),
  /** Number of emails of this issue: the sum of the following numbers */
  total: z.number(),
  /** Emails that are not in the outbox yet */
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  /** Emails that were not sent because the subscriber had unsubscribed in the meantime */
  leftOut: z.number(),
})
export type Issue = z.infer<typeof issue>

export const subscriberList = endpoint('GET', '/api/newsletter/subscribers', {
  summary: 'List everyone who subscribed or unsubscribed, newest first',
  query: subscriberQuery,
  response: z.array(subscriber),
})

export const subscriberImport = endpoint('POST', '/api/newsletter/subscribers', {
  summary: 'Import subscribers who agreed elsewhere',
  description:
    'Subscribers that the list marks as unsubscribed are unsubscribed; other known addresses don’t change. No one who unsubscribed or was deleted is brought back.',
  body: z.strictObject({
    /** One address per line, or CSV with or without a header row. */
    addresses: z.string().check(z.maxLength(900_000)),
    /** The way these people agreed to get the newsletter; stored with each address as proof */
    consent: z
      .string()
      .check(
        z.trim(),
        z.minLength(10, 'Say how these people agreed to get the newsletter.'),
        z.maxLength(1000, 'Use up to 1,000 characters.'),
      ),
  }),
  response: importResponse,
})

export const subscriberRetry = rowEndpoint('POST', '/api/newsletter/subscribers/:id/again', {
  summary: 'Try an address that bounced again',
})

export const subscriberRemove = rowEndpoint('DELETE', '/api/newsletter/subscribers/:id', {
  summary: 'Unsubscribe someone',
})

export const subscriberErase = rowEndpoint('DELETE', '/api/newsletter/subscribers/:id/data', {
  summary: 'Permanently delete everything about a subscriber',
  description: 'Right away. People who also used a form are deleted on the People page instead.',
})

export const issueList = endpoint('GET', '/api/newsletter/issues', {
  summary: 'List the newsletters that were sent, with their progress',
  response: z.array(issue),
})

export const issuePreviewRead = endpoint('POST', '/api/newsletter/preview', {
  summary: 'Preview a newsletter, and count who would get it',
  body: issueDraft,
  response: issuePreview,
})

export const issueTestSend = endpoint('POST', '/api/newsletter/test', {
  summary: 'Send a test to one address',
  body: z.extend(issueDraft, { to: emailAddress() }),
  response: {
    201: z.object({
      /** Id of the test email in the Outbox */
      mailId: z.number(),
    }),
  },
})

export const issueStart = endpoint('POST', '/api/newsletter/issues', {
  summary: 'Send or schedule a published post, your own words, or both for every subscriber',
  body: issueRequest,
  response: { 201: z.array(issue) },
})

export const issuePause = rowEndpoint('POST', '/api/newsletter/issues/:id/pause', {
  summary: 'Pause sending',
  response: z.array(issue),
})

export const issueResume = rowEndpoint('POST', '/api/newsletter/issues/:id/resume', {
  summary: 'Resume sending',
  response: z.array(issue),
})

export const issueCancel = rowEndpoint('DELETE', '/api/newsletter/issues/:id', {
  summary: 'Cancel a scheduled newsletter',
  response: z.array(issue),
})
