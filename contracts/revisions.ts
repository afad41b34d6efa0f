import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { idParams, rowId } from './paging.ts'
import { paths } from './paths.ts'
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

export const revisionList = {
  method: 'GET',
  path: paths.api.revisions(':id'),
  summary: 'The kept versions of a post, newest first',
  params: idParams,
  response: z.array(revision),
} satisfies Endpoint

export const revisionRead = {
  method: 'GET',
  path: paths.api.revision(':id', ':revisionId'),
  summary: 'One kept version with its text',
  params: revisionParams,
  response: revisionWithText,
} satisfies Endpoint

export const revisionRestore = {
  method: 'POST',
  path: paths.api.restoreRevision(':id', ':revisionId'),
  summary: 'Bring a kept version back as the newest one',
  params: revisionParams,
  response: post,
} satisfies Endpoint
