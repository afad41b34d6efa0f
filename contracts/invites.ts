import * as z from 'zod/mini'
import { checkForm, type FormCheck, notBlank, requiredEmail, tooLong } from './form-fields.ts'
import type { Picture } from './media.ts'
import { rowNumber } from './paging.ts'

/** Longest accepted text of each field, in UTF-16 code units; days that an invitation may be open to an answer. */
export const inviteLimits = {
  email: 254,
  name: 200,
  suggestedTopic: 300,
  customMessage: 5000,
  answerDays: 90,
  bio: 600,
  comment: 2000,
  /** Of a guest, to a comment. */
  answer: 1000,
  /** Of the paragraph that a comment is about. */
  quote: 300,
} as const

/** Days to answer an invitation where the editor does not say. */
export const defaultAnswerDays = 14

/** Days that a writing room stays open once its text is public. */
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

/** `POST /api/author/invite`. What a person has to mend is told by `checkInvite`. */
export const inviteRequest = z.strictObject({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  suggestedTopic: z.optional(z.string()),
  customMessage: z.optional(z.string()),
  /** When the text should be there: `2026-03-31`. */
  dueDate: z.optional(z.string()),
  /** Days until the invitation can no longer be answered. */
  answerDays: z.optional(z.union([z.string(), z.int()])),
})

export const inviteMessages = {
  sent: 'Invitation Sent',
  sentDetail: 'Author invite sent successfully!',
  failed: 'Failed to send author invitation.',
  /** Why the button is disabled. */
  incomplete: 'Enter an email address and a topic first.',
  none: 'No invitations sent yet',
} as const

/** Asked before an invitation is revoked. */
export const revokeQuestion = (name: string) =>
  `Turn off every link for ${name}? They’ll no longer be able to reply or write.`

/** Stands in a mail's subject, so it is one line. */
const oneLine = (most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most, tooLong(most)),
    z.refine<string>((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'Keep this on one line.'),
  )

const calendarDay = z.iso.date()
/** `2026-03-31`; Postgres knows no year 0. */
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

/** The same check for the app, the plain form and the call. */
export function checkInvite(given: z.infer<typeof inviteRequest>): FormCheck<InviteValues> {
  const typed = Object.fromEntries(
    inviteFields.map((field) => [field, String(given[field] ?? '') || emptyInvite[field]]),
  )
  return checkForm(inviteValues, typed)
}

/** A mail in the Outbox that waits for a person to send it, and what it tells the guest. */
const mailToSend = z.object({
  mailId: z.number(),
  about: z.enum(['invitation', 'room', 'changes', 'published']),
})
export type MailToSend = z.infer<typeof mailToSend>

/** What the admin reads beside it. */
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

/** The second line of a toast, after the specification's words: what became of the email. */
export const whatNext: Record<(typeof deliveries)[number], string> = {
  sent: 'The email is in the Outbox.',
  outbox: 'Email isn’t set up: send the link yourself.',
}

/** One invitation as `GET /api/author/invites` lists it. */
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
  /** The guest's text, once there is some. */
  postId: z.optional(z.number()),
  /** The guest has asked for a new link. */
  linkAskedAt: z.optional(z.string()),
  /** When the guest last answered, handed in, approved or asked. */
  lastActAt: z.optional(z.string()),
  /** Without an email server: what the admin has yet to send to the guest. */
  toSend: z.optional(mailToSend),
})
export type Invite = z.infer<typeof invite>

/** Whom it is to. Of somebody whose data was deleted only the name on a public text is left. */
export function inviteName({ name, email }: Pick<Invite, 'name' | 'email'>): string {
  return name || email || 'Someone whose data was deleted'
}

/** `sent`: a mail server takes it; `outbox`: a person hands it over. */
export const deliveries = ['sent', 'outbox'] as const

/** After sending or resending. The link is told this once. */
export const inviteResponse = z.object({
  success: z.literal(true),
  invite,
  inviteUrl: z.string(),
  delivery: z.enum(deliveries),
})
export type InviteResponse = z.infer<typeof inviteResponse>

/** Whether the guest has approved the text as it stands now. */
export const approvals = ['none', 'approved', 'changed'] as const
export type Approval = (typeof approvals)[number]

export const guestComment = z.object({
  id: z.number(),
  /** Which block of the text it is about, from 0, and what stood there. */
  paragraph: z.number(),
  quote: z.string(),
  text: z.string(),
  writtenBy: z.string(),
  createdAt: z.string(),
  /** What the guest says to it; empty: nothing. */
  answer: z.string(),
  doneAt: z.optional(z.string()),
})
export type GuestComment = z.infer<typeof guestComment>

export const commentRequest = z.strictObject({
  paragraph: z.int().check(z.minimum(0), z.maximum(100_000)),
  quote: z.string().check(z.maxLength(inviteLimits.quote)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(inviteLimits.comment)),
})

/** The text as a guest and an editor see it. */
const guestText = z.object({
  id: z.number(),
  title: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  version: z.number(),
  /** Of title and content (server/invites/writing-room.ts). */
  hash: z.string(),
  slug: z.string(),
  isLive: z.boolean(),
  /** Published with a time to come: that time. */
  scheduledFor: z.optional(z.string()),
  updatedAt: z.string(),
})
export type GuestText = z.infer<typeof guestText>

const profile = z.object({
  name: z.string(),
  bio: z.string(),
  /** `src` of one of the guest's own pictures; empty: none. */
  photoUrl: z.string(),
})

/** What a writing room shows, and `GET /api/write/{token}` answers. */
export const writingRoom = z.object({
  id: z.number(),
  status: z.enum(inviteStatuses),
  topic: z.string(),
  message: z.string(),
  dueAt: z.optional(z.string()),
  profile,
  text: z.optional(guestText),
  /** The guest may write now. */
  isOpen: z.boolean(),
  /** What the editor says while changes are asked for, beside the comments. */
  changesMessage: z.optional(z.string()),
  comments: z.array(guestComment),
  approval: z.enum(approvals),
  approvedAt: z.optional(z.string()),
  /** The editor has changed the text since it was handed in. */
  isEdited: z.boolean(),
  /** When the room closes, once the text is public. */
  closesAt: z.optional(z.string()),
})
export type WritingRoom = z.infer<typeof writingRoom>

/** `PUT /api/write/{token}`: everything that the guest has typed. */
export const roomRequest = z.strictObject({
  title: z.string(),
  content: z.string(),
  name: oneLine(inviteLimits.name),
  bio: z.string().check(z.maxLength(inviteLimits.bio, tooLong(inviteLimits.bio))),
  photoUrl: z.string().check(z.maxLength(100)),
  /** What the guest says to the editor's comments, by the comment's number; an empty one takes it back. */
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
  /** The version that the changes were made to; left out where there is no text yet. */
  version: z.optional(z.int().check(z.positive())),
})
export type RoomRequest = z.infer<typeof roomRequest>

/** Handing in and approving name the text that the guest has seen. */
export const seenTextRequest = z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** 409: the problem, and the room as it stands now. */
export const roomConflict = z.object({ detail: z.string(), current: writingRoom })

export const commentDoneRequest = z.strictObject({ done: z.boolean() })

/** What the editor looks at: `GET /api/author/invites/{id}`. */
export const review = z.object({
  invite,
  /** How emails to this guest go out. */
  delivery: z.enum(deliveries),
  profile,
  text: z.optional(guestText),
  comments: z.array(guestComment),
  approval: z.enum(approvals),
  approvedAt: z.optional(z.string()),
})
export type Review = z.infer<typeof review>

/** What a post of a guest carries in the admin's lists. */
export const guestState = z.object({
  inviteId: z.number(),
  status: z.enum(inviteStatuses),
  approval: z.enum(approvals),
})
export type GuestState = z.infer<typeof guestState>

/** Beside a guest's post, and on the page of everything that they have written. */
export type Byline = { slug: string; name: string; bio: string; photo: Picture | undefined }
