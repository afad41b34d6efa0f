import * as z from 'zod/mini'
import type { Endpoint } from '../../../core/contract/endpoint.ts'

/**
 * Number of sample posts (the posts that a new site starts with) that no one has edited. For `samplesRemove` and
 * `samplesRestore` it is the number of posts that were moved to the trash or restored.
 */
const response = z.object({ count: z.number() })

export const samplesRead = {
  method: 'GET',
  path: '/api/settings/samples',
  summary: 'The number of sample posts that no one has edited',
  response,
} satisfies Endpoint

export const samplesRemove = {
  method: 'DELETE',
  path: '/api/settings/samples',
  summary: 'Put those sample posts into the trash',
  response,
} satisfies Endpoint

export const samplesRestore = {
  method: 'POST',
  path: '/api/settings/samples',
  summary: 'Bring those sample posts back',
  response,
} satisfies Endpoint
