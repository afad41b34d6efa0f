import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { frequencies } from '../../contracts/newsletter.ts'
import {
  checkNewsletter,
  newsletterMessages,
  newsletterRequest,
  newsletterResponse,
} from '../../contracts/newsletter-signup.ts'
import { paths } from '../../contracts/paths.ts'
import { type AddressQuestion, addressAnswers, questionAddress } from '../../contracts/suggest-address.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { readArrival } from '../entries/submission-context.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import {
  askToSubscribe,
  chooseFrequency,
  confirmSubscription,
  findConfirmation,
  findSubscription,
  resubscribe,
  unsubscribe,
} from './subscriptions.ts'

/** Far above what people do; it stands in memory before the counters in the database. */
const askingLimit = { max: 300, minutes: 10 }
const params = z.object({ token: z.string().check(z.maxLength(100)) })

/** Signing up for the newsletter, the button in the email, and one's own subscription. */
export function addNewsletterPages(app: App, deps: RouteDeps & { writeLetter: WriteEmail }): void {
  const { config, db, sendPage, writeLetter } = deps
  const { publicUrl } = config
  const byHand = config.mail.smtpUrl === undefined
  const secondsToWait = createVisitorLimit(app, askingLimit)
  const ask = (request: FastifyRequest, email: string, body: z.infer<typeof newsletterRequest>) =>
    askToSubscribe(db, email, readArrival(request, body, publicUrl), { writeLetter, publicUrl })

  app.post(
    paths.api.newsletter,
    {
      config: { audience: 'everyone', kind: 'call' },
      bodyLimit: 16 * 1024,
      schema: {
        summary: 'Sign up for the newsletter',
        description:
          'An email with a button goes to the address; only the button subscribes. The response is the same whether the address is known or not.',
        body: newsletterRequest,
        response: { 200: newsletterResponse },
      },
    },
    async (request, reply) => {
      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return { success: false, message: newsletterMessages.tooMany }
      }
      const checked = checkNewsletter({ email: request.body.email ?? '' })
      if (!checked.ok) return { success: false, message: newsletterMessages.invalid }
      await ask(request, checked.values.email, request.body)
      return {
        success: true,
        message: byHand ? newsletterMessages.askedByHand : newsletterMessages.asked,
        byHand,
      }
    },
  )

  app.post(
    paths.newsletter,
    {
      config: { audience: 'everyone', kind: 'form' },
      bodyLimit: 16 * 1024,
      schema: { hide: true, body: z.extend(newsletterRequest, addressAnswers) },
    },
    async (request, reply) => {
      const { askedAbout, meant, ...call } = request.body
      const typed = meant ?? call.email ?? ''
      const again = (status: number, error: string, question?: AddressQuestion) =>
        sendPage(
          reply,
          { page: 'newsletter', props: { asked: false, byHand, email: typed, error, question } },
          status,
        )
      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return again(429, newsletterMessages.tooMany)
      }
      const checked = checkNewsletter({ email: typed })
      if (!checked.ok) return again(422, newsletterMessages.invalid)
      const question = questionAddress(checked.values.email, askedAbout)
      if (question) return again(422, question.text, question)
      try {
        await ask(request, checked.values.email, call)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        reply.header('retry-after', 5)
        return again(503, newsletterMessages.unreachable)
      }
      return reply.redirect(paths.newsletterAsked, 303)
    },
  )

  addTokenPages(app, deps)
}

/** Scanners open every link in an email, so opening one changes nothing; buttons do. */
function addTokenPages(app: App, { db, sendPage }: RouteDeps): void {
  const page = { audience: 'guest', kind: 'page' } as const
  const form = { audience: 'guest', kind: 'form' } as const

  app.get(
    paths.newsletterConfirm(':token'),
    { config: page, schema: { hide: true, params } },
    async (request, reply) => {
      const { token } = request.params
      const found = await findConfirmation(db, token)
      if (!found) return showGone(reply, 410)
      const props = { state: found.state, token: found.state === 'done' ? found.own : token }
      return sendPage(reply, { page: 'confirmSubscription', props })
    },
  )

  app.post(
    paths.newsletterConfirm(':token'),
    { config: form, schema: { hide: true, params } },
    async (request, reply) => {
      const { token } = request.params
      await confirmSubscription(db, token)
      if (!(await findConfirmation(db, token))) return showGone(reply, 410)
      return reply.redirect(paths.newsletterConfirm(token), 303)
    },
  )

  app.get(
    paths.newsletterManage(':token'),
    {
      config: page,
      schema: { hide: true, params, querystring: z.object({ saved: z.optional(z.string()) }) },
    },
    async (request, reply) =>
      showSubscription(request.params.token, reply, request.query.saved !== undefined),
  )

  app.post(
    paths.newsletterManage(':token'),
    {
      config: form,
      schema: {
        hide: true,
        params,
        body: z.object({
          action: z.enum(['save', 'leave', 'return']),
          frequency: z.optional(z.enum(frequencies)),
        }),
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { action, frequency } = request.body
      if (action === 'leave') await unsubscribe(db, token)
      if (action === 'return') await resubscribe(db, token)
      if (action === 'save' && frequency) await chooseFrequency(db, token, frequency)
      // Loaded again, the page does nothing a second time.
      const next = action === 'save' ? paths.newsletterSaved : paths.newsletterManage
      return reply.redirect(next(token), 303)
    },
  )

  // Some email programs open this address for the person instead of posting to it.
  app.get(
    paths.newsletterUnsubscribe(':token'),
    { config: page, schema: { hide: true, params } },
    async (request, reply) => showSubscription(request.params.token, reply),
  )

  app.register(async (oneClick: App) => {
    // RFC 8058 allows this form, too; what it says is not needed.
    oneClick.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null))
      payload.on('error', done)
    })
    oneClick.post(
      paths.newsletterUnsubscribe(':token'),
      { config: { ...form, anyOrigin: true }, bodyLimit: 16 * 1024, schema: { hide: true, params } },
      async (request, reply) => {
        if (!(await unsubscribe(db, request.params.token)))
          return showSubscription(request.params.token, reply)
        return reply.code(200).type('text/plain; charset=utf-8').send('You’re unsubscribed.\n')
      },
    )
  })

  async function showSubscription(token: string, reply: Parameters<typeof sendPage>[0], saved = false) {
    const subscription = await findSubscription(db, token)
    if (!subscription) return showGone(reply, 404)
    return sendPage(reply, { page: 'subscription', props: { ...subscription, token, saved } })
  }

  function showGone(reply: Parameters<typeof sendPage>[0], status: number) {
    return sendPage(reply, { page: 'confirmSubscription', props: { state: 'gone', token: '' } }, status)
  }
}
