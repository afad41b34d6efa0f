import * as z from 'zod/mini'
import type { Endpoint } from '../../../core/contract/endpoint.ts'

export const calendarFeedRead = {
  method: 'GET',
  path: '/api/calendar/feed',
  summary: 'Read whether you have a secret link to your calendar of trainings',
  response: z.object({ hasLink: z.boolean() }),
} satisfies Endpoint

export const calendarFeedCreate = {
  method: 'POST',
  path: '/api/calendar/feed',
  summary: 'Make a secret link to your calendar of trainings',
  description: 'A calendar app subscribes to it. The link is shown once; a new one replaces the old one.',
  response: { 201: z.object({ url: z.string() }) },
} satisfies Endpoint

export const calendarFeedDelete = {
  method: 'DELETE',
  path: '/api/calendar/feed',
  summary: 'Turn off the link to your calendar of trainings',
} satisfies Endpoint
