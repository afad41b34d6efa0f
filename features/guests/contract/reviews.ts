import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { rowId } from '../../../core/contract/paging.ts'
import { deliveries, invite, inviteLimits } from './invites.ts'
import { guestComment, guestDraft } from './writing-room.ts'

export const commentRequest = z.strictObject({
  paragraph: z.int().check(z.minimum(0), z.maximum(100_000)),
  quote: z.string().check(z.maxLength(inviteLimits.quote)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(inviteLimits.comment)),
})

/** A guest's text under review */
export const review = z.extend(guestDraft, {
  invite,
  /** Delivery of emails to this guest */
  delivery: z.enum(deliveries),
})
export type Review = z.infer<typeof review>

export const reviewRead = rowEndpoint('GET', '/api/author/invites/:id', {
  summary: 'One invitation with its draft and comments',
  response: review,
})

export const commentCreate = rowEndpoint('POST', '/api/author/invites/:id/comments', {
  summary: "Comment on a paragraph of a guest's draft",
  description: '`quote` is how the paragraph begins, so that the comment finds it again.',
  body: commentRequest,
  response: { 201: guestComment },
})

export const commentDelete = endpoint('DELETE', '/api/author/invites/:id/comments/:commentId', {
  summary: 'Delete a comment',
  params: z.object({ id: rowId, commentId: rowId }),
})

export const changesRequest = rowEndpoint('POST', '/api/author/invites/:id/request-changes', {
  summary: 'Ask the guest for changes to a submitted draft',
  description: 'The guest gets an email, with the message if there is one.',
  body: z.strictObject({
    message: z.optional(z.string().check(z.maxLength(inviteLimits.customMessage))),
  }),
  response: review,
})
