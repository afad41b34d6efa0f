import { z } from 'zod/mini'
import { organizationRequest } from '../../../core/contract/organization.ts'
import { joinedPath, paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { createVisitorGuard } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import { brand } from '../../../core/words/brand.ts'
import { findRuleBroken, passwordMessages } from '../contract/password-rules.ts'
import type { PasswordProps } from '../web/password.tsx'
import type { SetupProps } from '../web/setup.tsx'
import {
  findEmailProblem,
  findNameProblem,
  findPasswordProblem,
  findUsernameProblem,
  optionalText,
  text,
  tooManyTries,
  wrongCurrentPassword,
} from './account-forms.ts'
import { passwordLimit } from './account-routes.ts'
import { changePassword, createFirstAdmin, hasUsers, isSetupCode } from './accounts.ts'
import { clearSessionCookie, leaveSignInNotice, readClient, setSessionCookies } from './session-hook.ts'
import { signIn } from './sign-in.ts'

const messages = {
  wrongCode: 'This link has expired. Restart the server to get a new one.',
} as const

/** Adds the plain pages and forms for the first admin and for password changes. */
export function addAccountPages(app: App, deps: RouteDeps): void {
  addSetupPage(app, deps)
  addPasswordPage(app, deps)
}

function findOrganizationProblem(name: string): string | undefined {
  if (name.trim() === '') return passwordMessages.required
  return organizationRequest.shape.name.safeParse(name).error?.issues[0]?.message
}

/** Adds the page that creates the first admin. The server prints the link to this page when it starts. */
function addSetupPage(app: App, deps: RouteDeps): void {
  const { config, connections, db, sendPage, siteSource } = deps

  // NOTIFY_EMAIL is the operator's choice. Without an email server, notifications would wait in the Outbox to be sent by
  // hand, so their address is set when email is connected.
  const needsAddress = async () => !config.notifyEmail && !(await sendsByHand(connections))

  const query = z.object({ code: optionalText })
  pageRoute(app, paths.setup, { audience: 'everyone', query }, async (request, reply) => {
    if (await hasUsers(db)) throw new RequestProblem('not-found')
    const code = request.query.code ?? ''
    reply.header('referrer-policy', 'same-origin')
    const problem = (await isSetupCode(db, code)) ? undefined : messages.wrongCode
    const { name } = config.site
    const values = { organization: name === brand.name ? '' : name }
    const props = { code, values, errors: {}, problem }
    return sendPage(reply, { page: 'setup', props }, problem ? 403 : 200)
  })

  plainForm(app, deps, paths.setup, {
    audience: 'everyone',
    body: z.strictObject({
      code: text,
      name: optionalText,
      email: optionalText,
      organization: optionalText,
      username: text,
      password: text,
    }),
    async run(request, reply) {
      if (await hasUsers(db)) throw new RequestProblem('not-found')
      const { code, name, email, organization, password } = request.body
      const username = request.body.username.trim()
      reply.header('referrer-policy', 'same-origin')
      if (!(await isSetupCode(db, code)))
        return { status: 403, shown: { errors: {}, problem: messages.wrongCode } }
      const names = [username, name ?? '', (await siteSource.read()).name]
      const errors = {
        name: findNameProblem(name),
        email: findEmailProblem(email),
        organization: organization === undefined ? undefined : findOrganizationProblem(organization),
        username: findUsernameProblem(username),
        password: await findPasswordProblem(password, names),
      }
      if (Object.values(errors).some(Boolean)) return { status: 422, shown: { errors } }
      const person = { displayName: name?.trim(), email: email?.trim() }
      const created = await createFirstAdmin(
        db,
        { username, password, ...person },
        {
          ...(organization !== undefined && { name: organization.trim() }),
          ...(email !== undefined && (await needsAddress()) && { notifyEmail: email.trim() }),
        },
      )
      if (!created) throw new RequestProblem('not-found')
      const client = { ...readClient(request, config.https), deviceToken: undefined }
      const result = await signIn(deps, { username, password, ...client })
      if (result.outcome === 'signed-in') setSessionCookies(reply, config.https, result)
      // A good moment to add a passkey, as for colleagues who join.
      return joinedPath(paths.adminGetStarted)
    },
    view: (shown: Pick<SetupProps, 'errors' | 'problem'>, { code, password: _, ...values }) => ({
      page: 'setup',
      props: { code, values, ...shown },
    }),
  })
}

function addPasswordPage(app: App, deps: RouteDeps): void {
  const { config, db, sendPage, siteSource } = deps
  const refuseTooMany = createVisitorGuard(app, passwordLimit)

  pageRoute(app, paths.adminPassword, { audience: 'admin', role: rights.work }, async (request, reply) => {
    const { username } = requireSession(request).user
    return sendPage(reply, { page: 'password', props: { username, errors: {} } })
  })

  plainForm(app, deps, paths.adminPassword, {
    audience: 'admin',
    role: rights.work,
    body: z.strictObject({ username: optionalText, current: text, next: text }),
    async run(request, reply) {
      const { user } = requireSession(request)
      const { current, next } = request.body
      const names = [user.username, (await siteSource.read()).name]
      const errors = {
        current: current === '' ? passwordMessages.required : undefined,
        next: findRuleBroken(next, names),
      }
      if (errors.current ?? errors.next) return { status: 422, shown: errors }
      await refuseTooMany(request)
      const result = await changePassword(db, user.id, { current, next, names })
      if (result.outcome === 'refused') return { status: 422, shown: { next: result.problem } }
      if (result.outcome === 'wrong') return { status: 422, shown: { current: wrongCurrentPassword } }
      if (result.outcome === 'too-many') {
        const { retryAfterSeconds } = result
        return { status: 429, retryAfterSeconds, shown: { current: tooManyTries(retryAfterSeconds) } }
      }
      clearSessionCookie(reply, config.https)
      leaveSignInNotice(reply, config.https, 'password-changed')
      return paths.login
    },
    view: (errors: PasswordProps['errors'], _body, request) => ({
      page: 'password',
      props: { username: requireSession(request).user.username, errors },
    }),
  })
}
