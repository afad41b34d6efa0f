import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'

/**
 * Number of sample posts (the posts that a new site starts with) that no one has edited. For `samplesRemove` and
 * `samplesRestore` it is the number of posts that were moved to the trash or restored.
 */
const response = z.object({ count: z.number() })

export const samplesRead = endpoint('GET', '/api/settings/samples', {
  summary: 'The number of sample posts that no one has edited',
  response,
})

export const samplesRemove = endpoint('DELETE', '/api/settings/samples', {
  summary: 'Put those sample posts into the trash',
  response,
})

export const samplesRestore = endpoint('POST', '/api/settings/samples', {
  summary: 'Bring those sample posts back',
  response,
})
