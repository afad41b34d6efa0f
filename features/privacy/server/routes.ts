import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from '../../../core/contract/email.ts'
import { correctFields } from '../../../core/contract/form-fields.ts'
import { rights } from '../../../core/contract/roles.ts'
import { addressAnswers, checkAddress, questionAddress } from '../../../core/contract/suggest-address.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createVisitorLimit } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import type { Feature, Trace } from '../../manifest/feature.ts'
import { personDelete, personRestore } from '../../people/contract/people.ts'
import { toEntryKey } from '../../people/server/entry-key.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { privacyPaths } from '../contract/privacy-paths.ts'
import type { YourDataProps } from '../web/your-data.tsx'
import { yourData } from '../words/your-data.ts'
import { findDataLink, requestDataLink, useDataLink } from './data-links.ts'
import { amount, describeTrace } from './describe-trace.ts'
import { deletePerson, restorePerson } from './erase.ts'
import { partsInOrder, readTraces } from './traces.ts'

type PrivacyDeps = RouteDeps & { features: Feature[] }

const admin = { audience: 'admin', role: rights.deletePeople } as const

/** Endpoints that delete and restore all data about one person */
export function addPersonRoutes(app: App, { db, features }: PrivacyDeps): void {
  route(app, personDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deletePerson(db, features, toEntryKey(params), user))
  })

  route(app, personRestore, admin, async ({ params, session: { user } }) => {
    orNotFound(await restorePerson(db, toEntryKey(params), user))
  })
}

const linkRequestLimit = { max: 20, minutes: 10 }

/** The pages where people see, download, and delete their data. The link that we email to them authorizes them. */
export function addDataRoutes(app: App, deps: PrivacyDeps): void {
  const { config, db, features, sendPage, siteSource, connections } = deps
  const secondsToWait = createVisitorLimit(app, linkRequestLimit)
  const params = z.object({ token: z.string().check(z.maxLength(100)) })

  plainForm(app, deps, sitePaths.yourData, {
    audience: 'everyone',
    bodyLimit: 16 * 1024,
    body: z.strictObject({ email: z.optional(z.string()), ...addressAnswers }),
    async run(request) {
      const wait = secondsToWait(request)
      if (wait) return { status: 429, retryAfterSeconds: wait, shown: { message: yourData.tooMany } }
      const email = emailOf(request.body)
      if (!isEmailAddress(email))
        return { status: 422, shown: { error: invalidEmail, message: correctFields } }
      const question = questionAddress(email, request.body.askedAbout)
      if (question) return { status: 422, shown: { error: question.text, message: checkAddress, question } }
      await requestDataLink(db, email)
      return privacyPaths.yourDataSent
    },
    onError: (_request, isAway) => (isAway ? { message: yourData.unreachable } : undefined),
    view: async (shown: Pick<YourDataProps, 'error' | 'message' | 'question'>, body) => ({
      page: 'yourData',
      props: { done: false, byHand: await sendsByHand(connections), email: emailOf(body), ...shown },
    }),
  })

  pageRoute(
    app,
    privacyPaths.dataLink(':token'),
    { audience: 'everyone', params },
    async (request, reply) => {
      const { token } = request.params
      // The token is in the URL, so it must not leak through the Referer header.
      reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
      const link = await findDataLink(db, token)
      if (!link) {
        const byHand = await sendsByHand(connections)
        const props = { done: false, byHand, email: '', message: yourData.tooOld }
        return sendPage(reply, { page: 'yourData', props }, 404)
      }
      if ('receipt' in link) {
        const { at, counts } = link.receipt
        const deleted = partsInOrder(features).flatMap((part) =>
          Object.keys(part.names).flatMap((kind) => (counts[kind] ? amount(part, kind, counts[kind]) : [])),
        )
        const props = { at, deleted, backupsKept: config.backupsKeep }
        return sendPage(reply, { page: 'receipt', props })
      }
      const { email } = link
      const [all, { timeZone }] = await Promise.all([readTraces(db, features, email), siteSource.read()])
      const found = all.filter(({ traces }) => traces.length > 0)
      const kinds = found.map(({ part, kind, traces }) => ({
        title: amount(part, kind, traces.length),
        records: traces.map((trace) => describeTrace(part, kind, trace, timeZone)),
      }))
      const effects = [...new Set(found.flatMap(({ part: { effect = [] } }) => effect))]
      const hasAccount = found.some(({ kind, traces }) => kind === 'team' && traces.some(isAccount))
      return sendPage(reply, { page: 'openedData', props: { token, email, kinds, effects, hasAccount } })
    },
  )

  app.post(
    privacyPaths.dataLink(':token'),
    { config: { audience: 'everyone', kind: 'form' }, schema: { hide: true, params } },
    async (request, reply) => {
      const { token } = request.params
      // A second request for the same link shows the same receipt.
      await useDataLink(db, features, token)
      return reply.redirect(privacyPaths.dataLink(token), 303)
    },
  )

  pageRoute(
    app,
    privacyPaths.dataFile(':token'),
    { audience: 'everyone', kind: 'file', params },
    async (request, reply) => {
      const link = await findDataLink(db, request.params.token)
      if (!link || 'receipt' in link) throw new RequestProblem('not-found')
      const found = await readTraces(db, features, link.email)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="your-data.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(Object.fromEntries(found.map(({ kind, traces }) => [kind, traces])), null, 2))
    },
  )
}

const isAccount = (trace: Trace) => trace.username !== null && trace['access ended'] === null

function emailOf({ meant, email }: { meant?: string | undefined; email?: string | undefined }): string {
  return (meant ?? email ?? '').trim()
}
