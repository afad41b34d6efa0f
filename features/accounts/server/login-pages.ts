import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { localPath, loginCodePath, loginPath, paths } from '../../../core/contract/paths.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { type FormPage, plainForm } from '../../../core/server/http/plain-form.ts'
import { optionalText, text, unreachable } from './account-forms.ts'
import { hasUsers } from './accounts.ts'
import { findPendingSignIn, pendingSeconds, startPendingSignIn } from './pending-sign-ins.ts'
import { readFactors } from './second-factor/factors.ts'
import { hasPasskeys } from './second-factor/passkey-sign-in.ts'
import { findRelyingParty } from './second-factor/relying-party.ts'
import {
  cookieNames,
  cookieOptions,
  leaveSignInNotice,
  readClient,
  setSessionCookies,
  signOut,
  takeSignInNotice,
} from './session-hook.ts'
import { type SignedIn, type SignInResult, signIn, signInByCode } from './sign-in.ts'
import { askForCode, signInProblem } from './sign-in-messages.ts'

const query = z.object({ next: z.optional(z.unknown()) })
const toNext = (next: unknown) => localPath(next, paths.adminToday)

/** Adds the pages for signing in and out, which work without JavaScript. */
export function addLoginPages(app: App, deps: RouteDeps): void {
  const { config, connections, db, sendPage } = deps
  const canHavePasskeys = !('obstacle' in findRelyingParty(config.publicUrl))
  const offers = async () => ({
    hasMail: !(await sendsByHand(connections)),
    hasPasskeys: canHavePasskeys && (await hasPasskeys(db)),
  })

  pageRoute(app, paths.login, { audience: 'everyone', query }, async (request, reply) => {
    const next = toNext(request.query.next)
    await request.loadSession()
    if (request.session || request.mustSetUpFactor) return reply.redirect(next, 303)
    const setupNeeded = !(await hasUsers(db))
    const notice = takeSignInNotice(request, reply, config.https)
    return sendPage(reply, {
      page: 'login',
      props: { next, username: '', setupNeeded, notice, ...(await offers()) },
    })
  })

  plainForm(app, deps, paths.login, {
    audience: 'everyone',
    body: z.strictObject({ username: text, password: text, next: optionalText }),
    async run(request, reply) {
      const { username, password } = request.body
      if (username === '' || password === '')
        return { status: 422, shown: 'Enter your username and your password.' }
      const result = await signIn(deps, { username, password, ...readClient(request, config.https) })
      const next = toNext(request.body.next)
      if (result.outcome === 'code-needed') {
        const token = await startPendingSignIn(db, result.userId)
        const options = { ...cookieOptions(config.https), maxAge: pendingSeconds }
        reply.setCookie(cookieNames(config.https).pending, token, options)
        return loginCodePath(next)
      }
      if (result.outcome !== 'signed-in') return showProblem(result, username)
      setSessionCookies(reply, config.https, result)
      return next
    },
    onError: (_request, isAway) => (isAway ? unreachable : undefined),
    async view(problem: string, { username, next }) {
      // Without the database, the form still shows what was typed.
      const offered = await offers().catch(() => ({ hasMail: false, hasPasskeys: false }))
      const props = { next: toNext(next), username, setupNeeded: false, problem, ...offered }
      return { page: 'login', props }
    },
  })

  addCodePage(app, deps)

  app.post(
    paths.logout,
    { config: { audience: 'everyone', kind: 'form' }, schema: { hide: true } },
    async (request, reply) => {
      await signOut(request, reply, config.https, db)
      leaveSignInNotice(reply, config.https, 'signed-out')
      return reply.redirect(paths.login, 303)
    },
  )
}

/** Adds the second step: the code of a user whose password was right. */
function addCodePage(app: App, deps: RouteDeps): void {
  const { config, db, sendPage } = deps
  const tokenOf = (request: FastifyRequest) => request.cookies[cookieNames(config.https).pending]
  const readQuestion = async (userId: number) => {
    const factors = await readFactors(db, userId)
    return { question: askForCode(factors), hasPasskey: factors.passkey }
  }

  pageRoute(app, paths.loginCode, { audience: 'everyone', query }, async (request, reply) => {
    const next = toNext(request.query.next)
    const pending = await findPendingSignIn(db, tokenOf(request))
    if (!pending) return reply.redirect(loginPath(next), 303)
    return sendPage(reply, {
      page: 'loginCode',
      props: { next, ...(await readQuestion(pending.userId)) },
    })
  })

  plainForm(app, deps, paths.loginCode, {
    audience: 'everyone',
    body: z.strictObject({ code: text, next: optionalText }),
    async run(request, reply): Promise<string | FormPage<string>> {
      const next = toNext(request.body.next)
      const token = tokenOf(request)
      const pending = await findPendingSignIn(db, token)
      if (!token || !pending) return startOver(reply, next)
      const { userId } = pending
      const client = readClient(request, config.https)
      const { code } = request.body
      const result = await signInByCode(deps, { userId, code, client, pendingToken: token })
      // The user no longer exists, or their password or second factor has changed.
      if (result.outcome === 'wrong') return startOver(reply, next)
      if (result.outcome !== 'signed-in') return showProblem(result)
      reply.clearCookie(cookieNames(config.https).pending, cookieOptions(config.https))
      setSessionCookies(reply, config.https, result)
      return next
    },
    onError: (_request, isAway) => (isAway ? unreachable : undefined),
    async view(problem: string, { next }, request) {
      const pending = await findPendingSignIn(db, tokenOf(request)).catch(() => undefined)
      const asked = pending
        ? await readQuestion(pending.userId)
        : { question: askForCode({ app: true, passkey: false }), hasPasskey: false }
      return { page: 'loginCode', props: { next: toNext(next), ...asked, problem } }
    },
  })

  function startOver(reply: FastifyReply, next: string): string {
    leaveSignInNotice(reply, config.https, 'took-too-long')
    return loginPath(next)
  }
}

function showProblem(result: Exclude<SignInResult, SignedIn>, username?: string): FormPage<string> {
  const { detail, retryAfterSeconds } = signInProblem(result, username)
  return { status: retryAfterSeconds === undefined ? 422 : 429, shown: detail, retryAfterSeconds }
}
