import { z } from 'zod/mini'
import { paths } from '../../../core/contract/paths.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createVisitorGuard } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import type { ForgotPasswordProps } from '../web/forgot-password.tsx'
import { findEmailProblem, text, unreachable } from './account-forms.ts'
import { requestPasswordLink } from './team/password-links.ts'

/** More than a person needs who mistypes their address */
const requestLimit = { max: 10, minutes: 10 }

/** Adds the page that emails a link for a new password. Without a mail server, it does not exist. */
export function addForgotPasswordPage(app: App, deps: RouteDeps): void {
  const { connections, db, sendPage } = deps
  const refuseTooMany = createVisitorGuard(app, requestLimit)
  const requireMail = async () => {
    if (await sendsByHand(connections)) throw new RequestProblem('not-found')
  }

  pageRoute(app, paths.forgotPassword, { audience: 'everyone' }, async (_request, reply) => {
    await requireMail()
    return sendPage(reply, { page: 'forgotPassword', props: { email: '', isSent: false } })
  })

  plainForm(app, deps, paths.forgotPassword, {
    audience: 'everyone',
    body: z.strictObject({ email: text }),
    async run(request) {
      await requireMail()
      await refuseTooMany(request)
      const error = findEmailProblem(request.body.email)
      if (error !== undefined) return { status: 422, shown: { isSent: false, error } }
      await requestPasswordLink(db, request.body.email.trim())
      return { status: 200, shown: { isSent: true } }
    },
    onError: (_request, isAway) => (isAway ? { isSent: false, problem: unreachable } : undefined),
    view: (shown: Omit<ForgotPasswordProps, 'email'>, { email }) => ({
      page: 'forgotPassword',
      props: { email, ...shown },
    }),
  })
}
