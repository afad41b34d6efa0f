import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import type { App, RouteDeps, SendPage } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import type { SitePage } from '../../manifest/site-page.ts'
import { addEntryForm } from '../../people/server/entry-form-routes.ts'
import { frequencies } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { askedByHand, newsletterForm } from '../contract/newsletter-signup.ts'
import {
  askToSubscribe,
  chooseFrequency,
  confirmSubscription,
  findConfirmation,
  findSubscription,
  resubscribe,
  unsubscribe,
} from './subscriptions.ts'

const form = { audience: 'guest', kind: 'form' } as const
const params = z.object({ token: z.string().check(z.maxLength(100)) })
const page = { audience: 'guest', params } as const

/** The page with the sign-up form, from the page cache */
export const signUpPage: SitePage = {
  kind: 'page',
  path: newsletterPaths.page,
  liveForm: 'Sign up for our newsletter on our live site:',
  listed: ({ newsletterBox: { pages } }) => ({ title: pages.title, about: pages.lead }),
  query: { asked: /^1$/ },
  load: async ({ query, byHand }) => {
    const props = { done: query.asked === '1', byHand }
    return { kind: 'view', view: { page: 'newsletter', props }, tags: [] }
  },
}

/** The sign-up form */
export function addNewsletterPages(app: App, deps: RouteDeps & { writeEmail: WriteEmail }): void {
  const { config, db, connections, siteSource, writeEmail } = deps
  const { publicUrl } = config

  addEntryForm(app, deps, newsletterForm, {
    bodyLimit: 16 * 1024,
    submit: async ({ email }, context) => {
      const { consent } = (await siteSource.read()).content.newsletterBox
      return askToSubscribe(db, email, context, { writeEmail, publicUrl, consent })
    },
    async extra() {
      const byHand = await sendsByHand(connections)
      return { byHand, ...(byHand && { message: askedByHand }) }
    },
    view: async ({ email }, { errors, message, question }) => ({
      page: 'newsletter',
      props: {
        done: false,
        byHand: await sendsByHand(connections),
        email,
        error: errors?.email ?? message,
        question,
      },
    }),
  })
}

/** The pages behind links in emails: the confirmation, and the subscription. */
export function addSubscriptionPages(app: App, deps: RouteDeps): void {
  addConfirmationPage(app, deps)
  addSubscriptionPage(app, deps)
}

/** The page of the confirmation link. Mail scanners open every link, so only its button subscribes. */
function addConfirmationPage(app: App, { db, sendPage }: RouteDeps): void {
  pageRoute(app, newsletterPaths.confirm(':token'), page, async (request, reply) => {
    const { token } = request.params
    const found = await findConfirmation(db, token)
    if (!found) return showGone(sendPage, reply, 410)
    const props = { state: found.state, token: found.state === 'done' ? found.own : token }
    return sendPage(reply, { page: 'confirmSubscription', props })
  })

  app.post(
    newsletterPaths.confirm(':token'),
    { config: form, schema: { hide: true, params } },
    async (request, reply) => {
      const { token } = request.params
      await confirmSubscription(db, token)
      if (!(await findConfirmation(db, token))) return showGone(sendPage, reply, 410)
      return reply.redirect(newsletterPaths.confirm(token), 303)
    },
  )
}

/** The page of a subscription, and the one-click unsubscribe of mail clients. */
function addSubscriptionPage(app: App, { db, sendPage }: RouteDeps): void {
  const query = z.object({ saved: z.optional(z.string()) })
  pageRoute(app, newsletterPaths.manage(':token'), { ...page, query }, async (request, reply) =>
    showSubscription(request.params.token, reply, request.query.saved !== undefined),
  )

  app.post(
    newsletterPaths.manage(':token'),
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
      // Redirects, so that reloading the page does not submit the form again.
      const next = action === 'save' ? newsletterPaths.saved : newsletterPaths.manage
      return reply.redirect(next(token), 303)
    },
  )

  // Some mail clients open this URL instead of posting to it.
  pageRoute(app, newsletterPaths.unsubscribe(':token'), page, async (request, reply) =>
    showSubscription(request.params.token, reply),
  )

  app.register(async (oneClick: App) => {
    // RFC 8058 allows this content type, too. The body is ignored.
    oneClick.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null))
      payload.on('error', done)
    })
    oneClick.post(
      newsletterPaths.unsubscribe(':token'),
      { config: { ...form, anyOrigin: true }, bodyLimit: 16 * 1024, schema: { hide: true, params } },
      async (request, reply) => {
        if (!(await unsubscribe(db, request.params.token)))
          return showSubscription(request.params.token, reply)
        return reply.code(200).type('text/plain; charset=utf-8').send('You’re unsubscribed.\n')
      },
    )
  })

  async function showSubscription(token: string, reply: FastifyReply, saved = false) {
    const subscription = await findSubscription(db, token)
    if (!subscription) return showGone(sendPage, reply, 404)
    return sendPage(reply, { page: 'subscription', props: { ...subscription, token, saved } })
  }
}

function showGone(sendPage: SendPage, reply: FastifyReply, status: number) {
  return sendPage(reply, { page: 'confirmSubscription', props: { state: 'gone', token: '' } }, status)
}
