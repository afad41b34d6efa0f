import * as z from 'zod/mini'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { postgresRelease } from '../../../core/contract/readiness.ts'

export const aboutRead = {
  method: 'GET',
  path: '/api/settings/about',
  summary: 'Read the versions of the software and of its database',
  response: z.object({ version: z.string(), postgres: postgresRelease }),
} satisfies Endpoint
