import { z } from 'zod/mini'
import { pageQuery } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { addressAnswers, checkAddress, questionAddress } from '../../contracts/suggest-address.ts'
import {
  checkWaitlist,
  emptyWaitlistValues,
  type WaitlistRequest,
  type WaitlistResponse,
  type WaitlistValues,
  waitlistEntry,
  waitlistFields,
  waitlistMessages,
  waitlistRequest,
  waitlistResponse,
} from '../../contracts/waitlist.ts'
import type { WaitlistFormProps } from '../../web/site/waitlist-form.tsx'
import { isDatabaseAway } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { readArrival } from './submission-context.ts'
import { countWaitlist, joinWaitlist, listWaitlist } from './waitlist.ts'

/** Far above what people do; it stands in memory before the counters in the database. */
const joinLimit = { max: 300, minutes: 10 }

export function addWaitlistRoutes(app: App, { config, db, sendPage }: RouteDeps): void {
  const secondsToWait = createVisitorLimit(app, joinLimit)

  app.post(
    paths.api.trainingWaitlist,
    {
      config: { audience: 'everyone', kind: 'call' },
      bodyLimit: 64 * 1024,
      schema: {
        summary: 'Join the on-site training waitlist',
        description:
          'What a person can fix comes back as `success: false` with a message and the fields. The same entry sent again within ten minutes is taken once.',
        body: waitlistRequest,
        response: { 200: waitlistResponse },
      },
    },
    async (request, reply): Promise<WaitlistResponse> => {
      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return { success: false, message: waitlistMessages.tooMany }
      }
      const checked = checkWaitlist(toValues(request.body))
      if (!checked.ok) return { success: false, message: waitlistMessages.mend, errors: checked.errors }
      await joinWaitlist(db, checked.values, readArrival(request, request.body, config.publicUrl))
      return { success: true, message: waitlistMessages.joined }
    },
  )

  app.get(
    paths.api.trainingWaitlist,
    {
      config: { audience: 'admin', kind: 'call' },
      schema: {
        summary: 'List the waitlist, newest first',
        querystring: pageQuery,
        response: { 200: z.array(waitlistEntry) },
      },
    },
    async (request, reply) => {
      const [page, total] = await Promise.all([listWaitlist(db, request.query), countWaitlist(db)])
      setPagingHeaders(request, reply, { next: page.next, total })
      return page.entries
    },
  )

  app.post(
    paths.waitlist,
    {
      config: { audience: 'everyone', kind: 'form' },
      bodyLimit: 64 * 1024,
      schema: { hide: true, body: z.extend(waitlistRequest, addressAnswers) },
    },
    async (request, reply) => {
      const { askedAbout, meant, ...call } = request.body
      const values = toValues(meant ? { ...call, email: meant } : call)
      const again = (status: number, problem: Omit<WaitlistFormProps, 'values'>) =>
        sendPage(reply, { page: 'waitlist', props: { joined: false, values, ...problem } }, status)

      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return again(429, { message: waitlistMessages.tooMany })
      }
      const checked = checkWaitlist(values)
      if (!checked.ok) return again(422, { errors: checked.errors, message: waitlistMessages.mend })
      const question = questionAddress(checked.values.email, askedAbout)
      if (question) return again(422, { errors: { email: question.text }, message: checkAddress, question })
      try {
        await joinWaitlist(db, checked.values, readArrival(request, call, config.publicUrl))
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        // The person keeps what they typed.
        reply.header('retry-after', 5)
        return again(503, { message: waitlistMessages.unreachable })
      }
      return reply.redirect(paths.waitlistJoined, 303)
    },
  )
}

function toValues(body: WaitlistRequest): WaitlistValues {
  const values = { ...emptyWaitlistValues }
  for (const field of waitlistFields) values[field] = body[field] ?? ''
  return values
}
