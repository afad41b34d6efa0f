import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import {
  checkForm,
  type FormCheck,
  notBlank,
  requiredEmail,
  tooLong,
} from '../../../core/contract/form-fields.ts'
import { pageQuery } from '../../../core/contract/paging.ts'
import { inviteStatuses } from '../../posts/contract/post-guest.ts'

/** Maximum length of each field in UTF-16 code units; `answerDays` is the maximum number of days */
export const inviteLimits = {
  email: 254,
  name: 200,
  suggestedTopic: 300,
  customMessage: 5000,
  answerDays: 90,
  bio: 600,
  comment: 2000,
  /** A guest's reply to a comment */
  answer: 1000,
  /** The paragraph that a comment is about */
  quote: 300,
} as const

/** Default number of days in which a guest can accept or decline an invitation */
export const defaultAnswerDays = 14

/** Days that a writing room (the page where a guest author writes) stays open after its text is published */
export const roomDays = 30

export const inviteLabels = {
  email: 'Author Email',
  name: 'Author Name',
  suggestedTopic: 'Suggested Topic',
  customMessage: 'Personal Message (optional)',
  dueDate: 'Draft due by (optional)',
  answerDays: 'Days they have to reply',
} as const
export type InviteField = keyof typeof inviteLabels
export const inviteFields = Object.keys(inviteLabels) as InviteField[]
export type InviteValues = Record<InviteField, string>

export const emptyInvite: InviteValues = {
  email: '',
  name: '',
  suggestedTopic: '',
  customMessage: '',
  dueDate: '',
  answerDays: String(defaultAnswerDays),
}

/** Body of `POST /api/author/invite`. It is this permissive because `checkInvite` reports mistakes field by field. */
export const inviteRequest = z.strictObject({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  suggestedTopic: z.optional(z.string()),
  customMessage: z.optional(z.string()),
  /** Day on which the guest's draft is due, for example `2026-03-31` */
  dueDate: z.optional(z.string()),
  /** Days in which the guest can reply before the invitation expires */
  answerDays: z.optional(z.union([z.string(), z.int()])),
})

export const inviteMessages = {
  sent: 'Invitation Sent',
  sentDetail: 'Author invite sent successfully!',
  failed: 'Failed to send author invitation.',
  /** Why the button is disabled */
  incomplete: 'Enter an email address and a topic first.',
  none: 'No invitations sent yet',
} as const

/** Confirmation before an invitation is revoked */
export const revokeQuestion = (name: string) =>
  `Turn off every link for ${name}? They’ll no longer be able to reply or write.`

/** Text without line breaks, because email subjects contain these values */
export const oneLine = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, tooLong(max)),
    z.refine<string>((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'Keep this on one line.'),
  )

const calendarDay = z.iso.date()
/** True for a day such as `2026-03-31`. Year 0 is refused because Postgres has none. */
const isDay = (text: string) => calendarDay.safeParse(text).success && !text.startsWith('0000')

const inviteValues = z.object({
  email: requiredEmail,
  name: oneLine(inviteLimits.name),
  suggestedTopic: oneLine(inviteLimits.suggestedTopic).check(notBlank),
  customMessage: z
    .string()
    .check(z.trim(), z.maxLength(inviteLimits.customMessage, tooLong(inviteLimits.customMessage))),
  dueDate: z
    .string()
    .check(z.refine<string>((text) => text === '' || isDay(text), 'Enter a date, like 2026-03-31.')),
  answerDays: z
    .string()
    .check(
      z.refine<string>(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= inviteLimits.answerDays,
        `Enter a number of days from 1 to ${inviteLimits.answerDays}.`,
      ),
    ),
})

export type InviteErrors = Partial<Record<InviteField, string>>

/** Used by the admin's app, the form without JavaScript, and the API */
export function checkInvite(given: z.infer<typeof inviteRequest>): FormCheck<InviteValues> {
  const typed = Object.fromEntries(
    inviteFields.map((field) => [field, String(given[field] ?? '') || emptyInvite[field]]),
  )
  return checkForm(inviteValues, typed)
}

/** An email that an admin has to send from the Outbox, and its purpose */
const mailToSend = z.object({
  mailId: z.number(),
  about: z.enum(['invitation', 'room', 'changes', 'published']),
})
export type MailToSend = z.infer<typeof mailToSend>

const mailsToSend: Record<MailToSend['about'], (name: string) => string> = {
  invitation: (name) => `Send ${name} the invitation.`,
  room: (name) => `${name} said yes. Send the link to their writing page.`,
  changes: (name) => `Tell ${name} that you requested changes.`,
  published: (name) => `Tell ${name} that their post is live.`,
}

/** Tells the admin which email to send */
export const describeMailToSend = ({ about }: MailToSend, name: string) => mailsToSend[about](name)

/** Second line of the toast after an invitation, below the specification's text: what happens with the email */
export const whatNext: Record<(typeof deliveries)[number], string> = {
  sent: 'The email is in the Outbox.',
  outbox: 'Email isn’t set up: send the link yourself.',
}

/** One invitation in `GET /api/author/invites` */
export const invite = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  suggestedTopic: z.string(),
  customMessage: z.string(),
  status: z.enum(inviteStatuses),
  invitedAt: z.string(),
  expiresAt: z.string(),
  dueAt: z.optional(z.string()),
  respondedAt: z.optional(z.string()),
  /** Id of the guest's post, once there is one */
  postId: z.optional(z.number()),
  /** Time when the guest asked for a new link */
  linkAskedAt: z.optional(z.string()),
  /** Time of the guest's last action: replying, submitting, approving, or asking for a new link */
  lastActAt: z.optional(z.string()),
  /** Without an email server: the email that the admin still has to send */
  toSend: z.optional(mailToSend),
})
export type Invite = z.infer<typeof invite>

/**
 * Name of the guest for the admin. After the guest's personal data was deleted, only the name on a published text is
 * left.
 */
export function inviteName({ name, email }: Pick<Invite, 'name' | 'email'>): string {
  return name || email || 'Someone whose data was deleted'
}

/** `sent`: the mail server sends the email. `outbox`: no mail server is set up, so an admin has to send it. */
export const deliveries = ['sent', 'outbox'] as const

/** Response to sending or resending an invitation. Only this response contains the link. */
export const inviteResponse = z.object({
  success: z.literal(true),
  invite,
  inviteUrl: z.string(),
  delivery: z.enum(deliveries),
})
export type InviteResponse = z.infer<typeof inviteResponse>

export const inviteCreate = endpoint('POST', '/api/author/invite', {
  summary: 'Invite someone to write',
  description:
    'Returns the link, only this once. A second invitation to the same address about the same topic renews a pending one.',
  body: inviteRequest,
  response: { 201: inviteResponse },
})

export const inviteList = endpoint('GET', '/api/author/invites', {
  summary: 'List the invitations, newest first',
  query: pageQuery,
  response: z.array(invite),
})

export const inviteResend = rowEndpoint('POST', '/api/author/invites/:id/resend', {
  summary: 'Make a new link to the same invitation or writing page; older links stop working',
  response: inviteResponse,
})

export const inviteRevoke = rowEndpoint('POST', '/api/author/invites/:id/revoke', {
  summary: 'Turn off every link of an invitation',
  response: invite,
})
