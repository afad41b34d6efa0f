import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { postgresRelease } from '../../../core/contract/readiness.ts'

export const aboutRead = endpoint('GET', '/api/settings/about', {
  summary: 'Read the versions of the software and of its database',
  response: z.object({ version: z.string(), postgres: postgresRelease }),
})
