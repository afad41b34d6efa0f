import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'

export const calendarFeedRead = endpoint('GET', '/api/calendar/feed', {
  summary: 'Read whether you have a secret link to your calendar of trainings',
  response: z.object({ hasLink: z.boolean() }),
})

export const calendarFeedCreate = endpoint('POST', '/api/calendar/feed', {
  summary: 'Make a secret link to your calendar of trainings',
  description: 'A calendar app subscribes to it. The link is shown once; a new one replaces the old one.',
  response: { 201: z.object({ url: z.string() }) },
})

export const calendarFeedDelete = endpoint('DELETE', '/api/calendar/feed', {
  summary: 'Turn off the link to your calendar of trainings',
})
