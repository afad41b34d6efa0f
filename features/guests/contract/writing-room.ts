import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { tooLong } from '../../../core/contract/form-fields.ts'
import { rowId, rowNumber } from '../../../core/contract/paging.ts'
import { mediaChange, mediaItem } from '../../media/contract/media.ts'
import { approvals, inviteStatuses } from '../../posts/contract/post-guest.ts'
import { inviteLimits, oneLine } from './invites.ts'

export const guestComment = z.object({
  id: z.number(),
  /** Index of the paragraph that the comment is about. `quote` is its text when the comment was written. */
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

/** The guest's text, as both the guest and the editor see it */
const guestText = z.object({
  id: z.number(),
  title: z.string(),
  /** Sanitized HTML */
  content: z.string(),
  version: z.number(),
  /** Hash of title and content (features/guests/server/writing-room.ts) */
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
  /** `src` of a picture that the guest uploaded; empty if there is none */
  photoUrl: z.string(),
})

/** The part of a writing room (the page where a guest author writes) that the reviewing editor sees, too */
export const guestDraft = z.object({
  profile,
  text: z.optional(guestText),
  comments: z.array(guestComment),
  approval: z.enum(approvals),
  approvedAt: z.optional(z.string()),
})

export const writingRoom = z.extend(guestDraft, {
  id: z.number(),
  status: z.enum(inviteStatuses),
  topic: z.string(),
  message: z.string(),
  dueAt: z.optional(z.string()),
  /** True if the guest can edit the text now */
  isOpen: z.boolean(),
  /** The message that the editor sent when requesting changes */
  changesMessage: z.optional(z.string()),
  /** True if the editor has changed the text since the guest submitted it */
  isEdited: z.boolean(),
  /** Time when the room closes after publication */
  closesAt: z.optional(z.string()),
})
export type WritingRoom = z.infer<typeof writingRoom>

/** Everything that the guest has typed */
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
  /** The version that the guest started from; undefined if there is no text yet */
  version: z.optional(z.int().check(z.positive())),
})
export type RoomRequest = z.infer<typeof roomRequest>

/** Messages about what a draft needs before it can be submitted */
export const missingMessages = {
  title: 'Give your draft a title first.',
  content: 'Write your draft first.',
  name: 'Enter your name first, the way readers will see it.',
} as const

/**
 * Submitting and approving send the hash of the text that the guest saw, so that the server refuses if the text was
 * edited in the meantime.
 */
const seenTextRequest = z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

const params = z.object({ token: z.string() })
const itemParams = z.extend(params, { id: rowId })

export const roomRead = endpoint('GET', '/api/write/:token', {
  summary: "A guest's writing page",
  params,
  response: writingRoom,
})

export const roomUpdate = endpoint('PUT', '/api/write/:token', {
  summary: 'Save what a guest has written',
  description: 'Answers 409 with the current room (`current`) if someone else has changed it.',
  params,
  body: roomRequest,
  response: writingRoom,
})

export const textSubmit = endpoint('POST', '/api/write/:token/submit', {
  summary: 'Submit the draft',
  params,
  body: seenTextRequest,
  response: writingRoom,
})

export const textApprove = endpoint('POST', '/api/write/:token/approve', {
  summary: 'Approve the final version, named by its SHA-256',
  params,
  body: seenTextRequest,
  response: writingRoom,
})

export const roomCommentUpdate = endpoint('PUT', '/api/write/:token/comments/:id', {
  summary: 'Mark a comment done, or undo that',
  params: itemParams,
  body: z.strictObject({ done: z.boolean() }),
  response: writingRoom,
})

/** The body is multipart/form-data, so the browser sends it without `call`. */
export const roomPictureUpload = endpoint('POST', '/api/write/:token/pictures', {
  summary: "Upload an image to a guest's draft",
  description: 'multipart/form-data as for POST /api/media.',
  params,
  response: { 201: mediaItem },
})

export const roomPictureUpdate = endpoint('PUT', '/api/write/:token/pictures/:id', {
  summary: "Change the alternative text of a guest's image",
  params: itemParams,
  body: mediaChange,
  response: mediaItem,
})
