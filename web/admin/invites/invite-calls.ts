import * as z from 'zod/mini'
import { type InviteResponse, type InviteValues, inviteResponse } from '../../../contracts/invites.ts'
import { paths } from '../../../contracts/paths.ts'
import { type Review, review } from '../../../contracts/reviews.ts'
import { type GuestComment, guestComment } from '../../../contracts/writing-room.ts'
import { callApi } from '../../api.ts'

/** Where the list of invitations is kept by TanStack Query: its key begins with this. */
export const inviteListKey = paths.api.authorInvites

export async function sendInvite(values: InviteValues): Promise<InviteResponse> {
  return z.parse(inviteResponse, await callApi('POST', paths.api.authorInvite, values))
}

export async function resendInvite(id: number): Promise<InviteResponse> {
  return z.parse(inviteResponse, await callApi('POST', paths.api.resendInvite(id)))
}

export async function revokeInvite(id: number): Promise<void> {
  await callApi('POST', paths.api.revokeInvite(id))
}

export async function loadReview(id: number): Promise<Review> {
  return z.parse(review, await callApi('GET', paths.api.review(id)))
}

export async function addComment(
  id: number,
  comment: { paragraph: number; quote: string; text: string },
): Promise<GuestComment> {
  return z.parse(guestComment, await callApi('POST', paths.api.guestComments(id), comment))
}

export async function deleteComment(id: number, commentId: number): Promise<void> {
  await callApi('DELETE', paths.api.guestComment(id, commentId))
}

export async function requestChanges(id: number, message: string): Promise<Review> {
  return z.parse(review, await callApi('POST', paths.api.requestChanges(id), { message }))
}
