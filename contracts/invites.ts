import * as z from 'zod/mini'
import { checkForm, type FormCheck, notBlank, requiredEmail, tooLong } from './form-fields.ts'
import type { Picture } from './media.ts'
import { rowNumber } from './paging.ts'

/** Maximum UTF-16 code units of each field, and maximum days to answer an invitation */
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

/** Default days to answer an invitation */
export const defaultAnswerDays = 14

/** Days that a writing room stays open after its text is published */
export const roomDays = 30

export const inviteStatuses = [
  'pending',
  'accepted',
  'declined',
  'expired',
  'revoked',
  'submitted',
  'changes_requested',
  'published',
] as const
export type InviteStatus = (typeof inviteStatuses)[number]

export const inviteStatusLabels: Record<InviteStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  revoked: 'Canceled',
  submitted: 'Needs review',
  changes_requested: 'Changes requested',
  published: 'Published',
}

export const inviteFields = [
  'email',
  'name',
  'suggestedTopic',
  'customMessage',
  'dueDate',
  'answerDays',
] as const
export type InviteField = (typeof inviteFields)[number]
export type InviteValues = Record<InviteField, string>

export const emptyInvite: InviteValues = {
  email: '',
  name: '',
  suggestedTopic: '',
  customMessage: '',
  dueDate: '',
  answerDays: String(defaultAnswerDays),
}

/** `POST /api/author/invite`. `checkInvite` gives the messages for mistakes. */
export const inviteRequest = z.strictObject({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  suggestedTopic: z.optional(z.string()),
  customMessage: z.optional(z.string()),
  /** Due date of the text: `2026-03-31` */
  dueDate: z.optional(z.string()),
  /** Days until the invitation expires */
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

/** One line, because it is part of an email subject */
const oneLine = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, tooLong(max)),
    z.refine<string>((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'Keep this on one line.'),
  )

const calendarDay = z.iso.date()
/** `2026-03-31`; Postgres has no year 0 */
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

/** One check for the app, the plain form, and the API */
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

/** The hint for the admin beside it */
export function wordsToSend({ about }: MailToSend, name: string): string {
  switch (about) {
    case 'invitation':
      return `Send ${name} the invitation.`
    case 'room':
      return `${name} said yes. Send the link to their writing page.`
    case 'changes':
      return `Tell ${name} that you requested changes.`
    case 'published':
      return `Tell ${name} that their post is live.`
  }
}

/** The second line of a toast, after the specification's text: the state of the email */
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
  /** True if the guest has asked for a new link */
  linkAskedAt: z.optional(z.string()),
  /** Time when the guest last answered, submitted, approved, or asked for a link */
  lastActAt: z.optional(z.string()),
  /** Without an email server: the email that the admin still has to send */
  toSend: z.optional(mailToSend),
})
export type Invite = z.infer<typeof invite>

/** The guest. After a deletion of personal data, only the name on a published text is left. */
export function inviteName({ name, email }: Pick<Invite, 'name' | 'email'>): string {
  return name || email || 'Someone whose data was deleted'
}

/** `sent`: by the mail server; `outbox`: an admin has to send it */
export const deliveries = ['sent', 'outbox'] as const

/** Response to sending or resending. The link is shown only this once. */
export const inviteResponse = z.object({
  success: z.literal(true),
  invite,
  inviteUrl: z.string(),
  delivery: z.enum(deliveries),
})
export type InviteResponse = z.infer<typeof inviteResponse>

/** True if the guest has approved the current version */
export const approvals = ['none', 'approved', 'changed'] as const
export type Approval = (typeof approvals)[number]

export const guestComment = z.object({
  id: z.number(),
  /** Index of the block that the comment is about, and the block's text at that time */
  paragraph: z.number(),
  quote: z.string(),
  text: z.string(),
  writtenBy: z.string(),
  createdAt: z.string(),
  /** The guest's reply; empty if there is none */
  answer: z.string(),
  doneAt: z.optional(z.string()),
})
export type GuestComment = z.infer<typeof guestComment>

export const commentRequest = z.strictObject({
  paragraph: z.int().check(z.minimum(0), z.maximum(100_000)),
  quote: z.string().check(z.maxLength(inviteLimits.quote)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(inviteLimits.comment)),
})

/** The text for the guest and the editor */
const guestText = z.object({
  id: z.number(),
  title: z.string(),
  /** Sanitized HTML */
  content: z.string(),
  version: z.number(),
  /** Hash of title and content (server/invites/writing-room.ts) */
  hash: z.string(),
  slug: z.string(),
  isLive: z.boolean(),
  /** Publication time of a scheduled text */
  scheduledFor: z.optional(z.string()),
  updatedAt: z.string(),
})
export type GuestText = z.infer<typeof guestText>

const profile = z.object({
  name: z.string(),
  bio: z.string(),
  /** `src` of one of the guest's own pictures; empty if there is none */
  photoUrl: z.string(),
})

/** `GET /api/write/{token}`: the content of a writing room */
export const writingRoom = z.object({
  id: z.number(),
  status: z.enum(inviteStatuses),
  topic: z.string(),
  message: z.string(),
  dueAt: z.optional(z.string()),
  profile,
  text: z.optional(guestText),
  /** True if the guest may write now */
  isOpen: z.boolean(),
  /** The editor's message with a request for changes */
  changesMessage: z.optional(z.string()),
  comments: z.array(guestComment),
  approval: z.enum(approvals),
  approvedAt: z.optional(z.string()),
  /** True if the editor has changed the text since it was submitted */
  isEdited: z.boolean(),
  /** Time when the room closes after publication */
  closesAt: z.optional(z.string()),
})
export type WritingRoom = z.infer<typeof writingRoom>

/** `PUT /api/write/{token}`: everything that the guest has typed */
export const roomRequest = z.strictObject({
  title: z.string(),
  content: z.string(),
  name: oneLine(inviteLimits.name),
  bio: z.string().check(z.maxLength(inviteLimits.bio, tooLong(inviteLimits.bio))),
  photoUrl: z.string().check(z.maxLength(100)),
  /** Replies to the editor's comments by comment id; an empty text removes the reply */
  answers: z.optional(
    z
      .array(
        z.strictObject({
          id: rowNumber,
          text: z.string().check(z.maxLength(inviteLimits.answer, tooLong(inviteLimits.answer))),
        }),
      )
      .check(z.maxLength(1000)),
  ),
  /** The version that was edited; undefined if there is no text yet */
  version: z.optional(z.int().check(z.positive())),
})
export type RoomRequest = z.infer<typeof roomRequest>

/** Submitting and approving send the hash of the text that the guest has seen. */
export const seenTextRequest = z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** Status 409: the problem, and the current room */
export const roomConflict = z.object({ detail: z.string(), current: writingRoom })

export const commentDoneRequest = z.strictObject({ done: z.boolean() })

/** `GET /api/author/invites/{id}`: the text under review */
export const review = z.object({
  invite,
  /** Delivery of emails to this guest */
  delivery: z.enum(deliveries),
  profile,
  text: z.optional(guestText),
  comments: z.array(guestComment),
  approval: z.enum(approvals),
  approvedAt: z.optional(z.string()),
})
export type Review = z.infer<typeof review>

/** The invitation of a guest's post in the admin's lists */
export const guestState = z.object({
  inviteId: z.number(),
  status: z.enum(inviteStatuses),
  approval: z.enum(approvals),
})
export type GuestState = z.infer<typeof guestState>

/** Shown beside a guest's post and on the guest's author page */
export type Byline = { slug: string; name: string; bio: string; photo: Picture | undefined }
