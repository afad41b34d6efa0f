import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { basedOn, withVersion } from '../../../core/contract/settings-version.ts'

const topics = withVersion({ topics: z.array(z.string()) })

const tooMany = 'Use up to 50 topics, 200 characters each.'
const topicsRequest = basedOn({
  topics: z.array(z.string().check(z.maxLength(200, tooMany))).check(z.maxLength(50, tooMany)),
})

/** Topics of a new site */
export const defaultTopics = [
  'AI Strategy & Implementation',
  'Cybersecurity for Small Organizations',
  'Ministry & Nonprofit Technology',
  'Small Business Digital Transformation',
  'AI Tools for Everyday People',
] as const

export const topicsRead = endpoint('GET', '/api/author/topics', {
  summary: 'Topics that authors are asked to write about',
  response: topics,
})

export const topicsUpdate = endpoint('PUT', '/api/settings/topics', {
  summary: 'Set the topics',
  description: 'The whole list. An empty one brings the defaults back.',
  body: topicsRequest,
  response: topics,
})
