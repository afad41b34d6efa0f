import * as z from 'zod/mini'
import { rowEndpoint } from '../../../core/contract/endpoint.ts'

/** Number of working preview links of a post, and when the last of them expires */
const previewLinks = z.object({ count: z.number(), lastExpiresAt: z.optional(z.string()) })
export type PreviewLinks = z.infer<typeof previewLinks>

const path = '/api/blog/:id/preview-links'
export const previewLinkCreate = rowEndpoint('POST', path, {
  summary: 'Create a link that shows a post to anyone who has it, for 14 days',
  /** Only this response contains the link; the server stores just its hash. */
  response: { 201: z.object({ url: z.string(), expiresAt: z.string() }) },
})

export const previewLinksRead = rowEndpoint('GET', path, {
  summary: 'How many such links to a post work',
  response: previewLinks,
})

export const previewLinksRevoke = rowEndpoint('DELETE', path, {
  summary: 'Turn off every such link to a post',
})
