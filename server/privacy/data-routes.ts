import * as z from 'zod/mini'
import { yourData } from '../../content/your-data.ts'
import { invalidEmail, isEmailAddress } from '../../contracts/email.ts'
import { correctFields } from '../../contracts/form-fields.ts'
import { paths } from '../../contracts/paths.ts'
import { addressAnswers, checkAddress, questionAddress } from '../../contracts/suggest-address.ts'
import type { YourDataProps } from '../../web/site/your-data.tsx'
import { isDatabaseAway } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import { findDataLink, requestDataLink, useDataLink } from './data-links.ts'
import { readTraces } from './personal-data.ts'

const dataRequest = z.strictObject({ email: z.optional(z.string()) })

const askLimit = { max: 20, minutes: 10 }

/** Where people see, download, and delete what we have about them. The link in their mailbox is the authority. */
export function addDataRoutes(app: App, { config, db, sendPage }: RouteDeps): void {
  const byHand = config.mail.smtpUrl === undefined
  const secondsToWait = createVisitorLimit(app, askLimit)
  const hidden = { hide: true } as const
  const byToken = { ...hidden, params: z.object({ token: z.string().check(z.maxLength(100)) }) }

  app.post(
    paths.yourData,
    {
      config: { audience: 'everyone', kind: 'form' },
      bodyLimit: 16 * 1024,
      schema: { ...hidden, body: z.extend(dataRequest, addressAnswers) },
    },
    async (request, reply) => {
      const { askedAbout, meant, ...body } = request.body
      const email = (meant ?? body.email ?? '').trim()
      const again = (status: number, problem: Pick<YourDataProps, 'error' | 'message' | 'question'>) =>
        sendPage(reply, { page: 'yourData', props: { sent: false, byHand, email, ...problem } }, status)
      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return again(429, { message: yourData.tooMany })
      }
      if (!isEmailAddress(email)) return again(422, { error: invalidEmail, message: correctFields })
      const question = questionAddress(email, askedAbout)
      if (question) return again(422, { error: question.text, message: checkAddress, question })
      try {
        await requestDataLink(db, email)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        reply.header('retry-after', 5)
        return again(503, { message: yourData.unreachable })
      }
      return reply.redirect(paths.yourDataSent, 303)
    },
  )

  app.get(
    paths.dataLink(':token'),
    { config: { audience: 'everyone', kind: 'page' }, schema: byToken },
    async (request, reply) => {
      const { token } = request.params
      // The token is in the address: it must not travel on with a link.
      reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
      const link = await findDataLink(db, token)
      if (!link) {
        const props = { sent: false, byHand, email: '', message: yourData.tooOld }
        return sendPage(reply, { page: 'yourData', props }, 404)
      }
      if ('receipt' in link) {
        const props = { ...link.receipt, backupsKept: config.backupsKeep }
        return sendPage(reply, { page: 'receipt', props })
      }
      const traces = await readTraces(db, link.email)
      return sendPage(reply, { page: 'openedData', props: { token, email: link.email, traces } })
    },
  )

  app.post(
    paths.dataLink(':token'),
    { config: { audience: 'everyone', kind: 'form' }, schema: byToken },
    async (request, reply) => {
      const { token } = request.params
      // Used twice, it shows the same receipt.
      await useDataLink(db, token)
      return reply.redirect(paths.dataLink(token), 303)
    },
  )

  app.get(
    paths.dataFile(':token'),
    { config: { audience: 'everyone', kind: 'file' }, schema: byToken },
    async (request, reply) => {
      const link = await findDataLink(db, request.params.token)
      if (!link || 'receipt' in link) throw new RequestProblem('not-found')
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="your-data.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(await readTraces(db, link.email), null, 2))
    },
  )
}
