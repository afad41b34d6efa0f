import * as z from 'zod/mini'

/** `GET /api/author/topics`. */
export const topicsResponse = z.object({ topics: z.array(z.string()) })

/** `PUT /api/settings/topics`: the whole list. An empty one brings the defaults back. */
export const topicsRequest = z.strictObject({
  topics: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
})

/** Where no topics have been set. */
export const defaultTopics = [
  'AI Strategy & Implementation',
  'Cybersecurity for Small Organizations',
  'Ministry & Nonprofit Technology',
  'Small Business Digital Transformation',
  'AI Tools for Everyday People',
] as const
