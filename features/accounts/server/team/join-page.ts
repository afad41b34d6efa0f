import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { joinedPath, paths } from '../../../../core/contract/paths.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { createVisitorGuard } from '../../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { plainForm } from '../../../../core/server/http/plain-form.ts'
import type { JoinProps } from '../../web/join.tsx'
import {
  emailTaken,
  findEmailProblem,
  findNameProblem,
  findPasswordProblem,
  findUsernameProblem,
  optionalText,
  text,
  unreachable,
  usernameMessages,
} from '../account-forms.ts'
import { hashPassword } from '../passwords.ts'
import { readClient, setSessionCookies } from '../session-hook.ts'
import { endSession } from '../sessions.ts'
import { openSession } from '../sign-in.ts'
import { acceptTeamInvite, findTeamInvite } from './invites.ts'

/** More than a person needs who tries several usernames and passwords. Each try computes an expensive hash. */
const requestLimit = { max: 20, minutes: 10 }

const params = z.object({ token: z.string() })

/** Statuses of the page, which is the same for an unknown link and one that no longer works */
const statuses = { open: 200, over: 410, unknown: 404 } as const

type Shown = Pick<JoinProps, 'errors' | 'problem'>

/** Adds the page on which an invited colleague chooses a username and a password. It works without JavaScript. */
export function addJoinPage(app: App, deps: RouteDeps): void {
  const { config, db, sendPage, siteSource } = deps
  const path = paths.join(':token')
  const refuseTooMany = createVisitorGuard(app, requestLimit)

  pageRoute(app, path, { audience: 'guest', params }, async (request, reply) => {
    const { token } = request.params
    await request.loadSession()
    const found = await findTeamInvite(db, token)
    const props = { token, values: {}, signedInAs: nameOf(request), errors: {} }
    const invite = found.state === 'open' ? found.invite : undefined
    return sendPage(reply, { page: 'join', props: { ...props, invite } }, statuses[found.state])
  })

  plainForm(app, deps, path, {
    audience: 'guest',
    params,
    body: z.strictObject({ name: optionalText, email: optionalText, username: text, password: text }),
    async run(request, reply) {
      await refuseTooMany(request)
      const { token } = request.params
      const username = request.body.username.trim()
      const { name, email, password } = request.body
      const { state } = await findTeamInvite(db, token)
      if (state !== 'open') return { status: statuses[state], shown: { errors: {} } }
      const names = [username, name ?? '', (await siteSource.read()).name]
      const errors = {
        name: findNameProblem(name),
        email: findEmailProblem(email),
        username: findUsernameProblem(username),
        password: await findPasswordProblem(password, names),
      }
      if (Object.values(errors).some(Boolean)) return { status: 422, shown: { errors } }
      const passwordHash = await hashPassword(password)
      const joined = await acceptTeamInvite(db, token, {
        username,
        passwordHash,
        displayName: name?.trim(),
        email: email?.trim(),
      })
      if (joined.outcome === 'over') return { status: statuses.over, shown: { errors: {} } }
      if (joined.outcome === 'email-taken') return { status: 422, shown: { errors: { email: emailTaken } } }
      if (joined.outcome === 'username-taken')
        return { status: 422, shown: { errors: { username: usernameMessages.taken } } }
      const { userAgent } = readClient(request, config.https)
      const opening = {
        method: 'new-account',
        userAgent,
        isNewDevice: true,
        // The account is a moment old.
        isUnchanged: async () => true,
      } as const
      const opened = await openSession(db, joined.userId, opening)
      if (opened.outcome !== 'signed-in') return paths.login
      // The cookie of the session that this browser had is replaced, so that session would be left over.
      await request.loadSession()
      if (request.session) await endSession(db, request.session.token)
      setSessionCookies(reply, config.https, opened)
      // A good moment to add a passkey. It is optional unless the site requires a second step.
      return joinedPath()
    },
    onError: (_request, isAway): Shown | undefined =>
      isAway ? { errors: {}, problem: unreachable } : undefined,
    async view(shown: Shown, { password: _, ...values }, request) {
      const { token } = params.parse(request.params)
      const found = await findTeamInvite(db, token)
      const invite = found.state === 'open' ? found.invite : undefined
      return {
        page: 'join',
        props: { token, values, signedInAs: nameOf(request), invite, ...shown },
      }
    },
  })
}

/** Name of the user who is signed in in this browser */
const nameOf = (request: FastifyRequest) => request.session?.user.displayName
