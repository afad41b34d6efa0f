import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { factorSetupPath, localPath, paths } from '../../../contracts/paths.ts'
import { rights } from '../../../contracts/roles.ts'
import type { SecondFactorStep } from '../../../web/accounts/second-factor.tsx'
import { RequestProblem } from '../../errors.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { requireSession, type Session } from '../../http/guards/session.ts'
import { pageRoute } from '../../http/page-route.ts'
import { type FormPage, plainForm } from '../../http/plain-form.ts'
import { optionalText, showTooMany, text } from '../account-forms.ts'
import { connectApp, makeRecoveryCodes, removeFactor } from './changes.ts'
import { confirmSession, isConfirmed } from './confirmation.ts'
import { readSecondFactor } from './read-second-factor.ts'
import { findTotpSetup, removeTotp, startTotp } from './totp.ts'

const body = z.strictObject({
  action: z.enum(['confirm', 'start', 'enter', 'renew', 'remove']),
  username: optionalText,
  password: text,
  code: text,
  next: optionalText,
})
type Body = z.infer<typeof body>

/** The content of a page that answers a form without a redirect: a problem, or new recovery codes */
type Shown = { problem: string } | { codes: string[] }
type Result = string | FormPage<Shown>

/** Adds the page for the second factor, which works without JavaScript. */
export function addSecondFactorPage(app: App, deps: RouteDeps): void {
  const { db, sendPage, siteSource } = deps
  const own = { audience: 'admin', role: rights.work, config: { isFactorSetup: true } } as const
  const query = z.object({ next: z.optional(z.unknown()), joined: z.optional(z.unknown()) })

  pageRoute(app, paths.adminSecondFactor, { ...own, query }, async (request, reply) =>
    sendPage(reply, {
      page: 'secondFactor',
      props: {
        ...(await readProps(request, request.query.next, await readStep(request))),
        hasJoined: request.query.joined !== undefined,
      },
    }),
  )

  plainForm(app, deps, paths.adminSecondFactor, {
    ...own,
    body,
    run: (request): Promise<Result> => actions[request.body.action](request, request.body),
    async view(shown: Shown, { next }, request) {
      const step = 'codes' in shown ? { step: 'codes' as const, codes: shown.codes } : await readStep(request)
      const problem = 'problem' in shown ? shown.problem : undefined
      return { page: 'secondFactor', props: { ...(await readProps(request, next, step)), problem } }
    },
  })

  const actions: Record<Body['action'], (request: FastifyRequest, body: Body) => Promise<Result>> = {
    async confirm(request, { password, next }) {
      const result = await confirmSession(deps, requireSession(request), { password })
      if (result.outcome === 'too-many') return showTooMany(result, (problem) => ({ problem }))
      if (result.outcome === 'wrong') return refuse('That’s not your password.')
      return here(next)
    },
    start: confirmed(async ({ user }, { next }) => {
      await startTotp(deps, user.id)
      return here(next)
    }),
    enter: confirmed(async (session, { code, next }) => {
      const { recoveryCodes } = await connectApp(deps, session, code)
      return recoveryCodes ? { status: 200, shown: { codes: recoveryCodes } } : here(next)
    }),
    renew: confirmed(async ({ user }, { next }) => {
      const codes = await makeRecoveryCodes(db, user.id)
      return codes ? { status: 200, shown: { codes } } : here(next)
    }),
    remove: confirmed(async ({ user }, { next }) => {
      await removeFactor(db, user.id, 'codes-turned-off', (tx) => removeTotp(tx, user.id))
      return here(next)
    }),
  }

  /** Runs an action if the user has confirmed; otherwise the page asks for the password. */
  function confirmed(action: (session: Session, body: Body) => Promise<Result>) {
    return async (request: FastifyRequest, typed: Body): Promise<Result> => {
      const session = requireSession(request)
      if (!(await isConfirmed(db, session))) return here(typed.next)
      return action(session, typed).catch((error: unknown) => {
        if (error instanceof RequestProblem) return { status: error.status, shown: { problem: error.detail } }
        throw error
      })
    }
  }

  async function readStep(request: FastifyRequest): Promise<SecondFactorStep> {
    const session = requireSession(request)
    if (!(await isConfirmed(db, session))) return { step: 'confirm' }
    const { id, username } = session.user
    const setup = await findTotpSetup(deps, id, { username, siteName: (await siteSource.read()).name })
    return setup ? { step: 'scan', setup } : { step: 'overview' }
  }

  async function readProps(request: FastifyRequest, next: unknown, step: SecondFactorStep) {
    const { id, username } = requireSession(request).user
    return { ...step, next: toNext(next), username, factor: await readSecondFactor(deps, id) }
  }
}

const toNext = (next: unknown) => localPath(next, paths.adminSimple)
const here = (next: unknown) => factorSetupPath(toNext(next))
const refuse = (problem: string): FormPage<Shown> => ({ status: 422, shown: { problem } })
