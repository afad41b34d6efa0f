import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { rowId } from '../../../core/contract/paging.ts'
import { post, wirePostFields } from './posts.ts'

export const revisionCauses = ['save', 'autosave', 'publish', 'unpublish', 'restore', 'import'] as const

/** An entry in the list of a post's revisions */
export const revision = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  savedAt: z.string(),
  /** Username as recorded in the revision; the account may have been deleted since. */
  savedBy: z.string(),
  cause: z.enum(revisionCauses),
})
export type Revision = z.infer<typeof revision>

export const revisionWithText = z.extend(revision, wirePostFields)
export type RevisionWithText = z.infer<typeof revisionWithText>

const revisionParams = z.object({ id: rowId, revisionId: rowId })

export const revisionList = rowEndpoint('GET', '/api/blog/:id/revisions', {
  summary: 'The kept versions of a post, newest first',
  response: z.array(revision),
})

export const revisionRead = endpoint('GET', '/api/blog/:id/revisions/:revisionId', {
  summary: 'One kept version with its text',
  params: revisionParams,
  response: revisionWithText,
})

export const revisionRestore = endpoint('POST', '/api/blog/:id/revisions/:revisionId/restore', {
  summary: 'Bring a kept version back as the newest one',
  params: revisionParams,
  response: post,
})
