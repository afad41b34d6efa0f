import * as z from 'zod/mini'
import { rowEndpoint } from '../../../core/contract/endpoint.ts'

/** Hours for which the link for a new password works */
export const passwordLinkHours = 24

/** Minutes for which a link works that someone asked for without being signed in */
export const askedLinkMinutes = 30

export const passwordLinkCreate = rowEndpoint('POST', '/api/team/:id/password-link', {
  summary: 'Make a link by which another user sets a new password',
  description: `The link works once, for ${passwordLinkHours} hours. Earlier links for this user stop working. Their password works until they set a new one.`,
  response: { 201: z.object({ url: z.string(), expiresAt: z.string() }) },
})
