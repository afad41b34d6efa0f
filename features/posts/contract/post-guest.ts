import * as z from 'zod/mini'
import type { Picture } from '../../media/contract/media.ts'

export const inviteStatusLabels = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  revoked: 'Canceled',
  submitted: 'Needs review',
  changes_requested: 'Changes requested',
  published: 'Published',
}
export type InviteStatus = keyof typeof inviteStatusLabels
export const inviteStatuses = Object.keys(inviteStatusLabels) as [InviteStatus, ...InviteStatus[]]

/** The guest's approval of the current text; `changed`: the text was edited after the guest approved it */
export const approvals = ['none', 'approved', 'changed'] as const
export type Approval = (typeof approvals)[number]

/** The invitation of a guest's post in the admin's lists */
export const guestState = z.object({
  inviteId: z.number(),
  status: z.enum(inviteStatuses),
  approval: z.enum(approvals),
})
export type GuestState = z.infer<typeof guestState>

/** Shown beside a guest's post and on the guest's author page */
export type Byline = { slug: string; name: string; bio: string; photo: Picture | undefined }
