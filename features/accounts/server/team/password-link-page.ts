import { z } from 'zod/mini'
import { paths } from '../../../../core/contract/paths.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { createVisitorGuard } from '../../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { plainForm } from '../../../../core/server/http/plain-form.ts'
import type { NewPasswordProps } from '../../web/new-password.tsx'
import { findPasswordProblem, text, unreachable } from '../account-forms.ts'
import { passwordLimit } from '../account-routes.ts'
import { hashPassword } from '../passwords.ts'
import { clearSessionCookie, leaveSignInNotice } from '../session-hook.ts'
import { findPasswordLink, spendPasswordLink } from './password-links.ts'

const params = z.object({ token: z.string() })

/** Adds the page on which a colleague who forgot their password sets a new one. It works without JavaScript. */
export function addPasswordLinkPage(app: App, deps: RouteDeps): void {
  const { config, db, sendPage, siteSource } = deps
  const path = paths.newPassword(':token')
  const refuseTooMany = createVisitorGuard(app, passwordLimit)

  async function readProps(token: string, shown: Pick<NewPasswordProps, 'error' | 'problem'> = {}) {
    return { token, username: (await findPasswordLink(db, token))?.username, ...shown }
  }

  pageRoute(app, path, { audience: 'guest', params }, async (request, reply) => {
    const props = await readProps(request.params.token)
    return sendPage(reply, { page: 'newPassword', props }, props.username === undefined ? 410 : 200)
  })

  plainForm(app, deps, path, {
    audience: 'guest',
    params,
    body: z.strictObject({ username: z.optional(text), next: text }),
    async run(request, reply) {
      await refuseTooMany(request)
      const { token } = request.params
      const found = await findPasswordLink(db, token)
      if (!found) return { status: 410, shown: {} }
      const { next } = request.body
      const error = await findPasswordProblem(next, [found.username, (await siteSource.read()).name])
      if (error !== undefined) return { status: 422, shown: { error } }
      if (!(await spendPasswordLink(db, token, await hashPassword(next)))) return { status: 410, shown: {} }
      clearSessionCookie(reply, config.https)
      leaveSignInNotice(reply, config.https, 'password-changed')
      return paths.login
    },
    onError: (_request, isAway) => (isAway ? { problem: unreachable } : undefined),
    async view(shown: Pick<NewPasswordProps, 'error' | 'problem'>, _body, request) {
      const { token } = params.parse(request.params)
      return { page: 'newPassword', props: await readProps(token, shown) }
    },
  })
}
