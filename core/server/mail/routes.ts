import * as z from 'zod/mini'
import { testMailCreate } from '../../contract/mail-settings.ts'
import { describeOutbox } from '../../contract/outbox.ts'
import { idParams } from '../../contract/paging.ts'
import { paths } from '../../contract/paths.ts'
import { rights } from '../../contract/roles.ts'
import { sendsByHand } from '../connected-services.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession, type Session } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { sendRows } from '../http/paging.ts'
import { orNotFound, route } from '../http/route.ts'
import { composeFile, composeMail } from './compose.ts'
import type { WriteEmail } from './email-templates.ts'
import { type MailFeature, type MailHooks, mailKindsOf } from './mail-hooks.ts'
import { queueMail, testMail } from './outbox.ts'
import { findMail, listOutbox, markHandedOver, sendAgain, toMail } from './outbox-list.ts'

const admin = { audience: 'admin', role: rights.work } as const

const refusal = 'This email is being sent right now, was already sent, or was canceled.'

export function addMailRoutes(
  app: App,
  deps: RouteDeps & { features: MailFeature[]; writeEmail: WriteEmail; mailHooks: MailHooks },
): void {
  const { db, siteSource, connections, writeEmail, mailHooks } = deps
  const kinds = mailKindsOf(deps.features)
  const { outboxList, mailRead, mailMarkSent, mailRetry } = describeOutbox(
    z.enum(kinds.map(({ name }) => name)),
  )
  const readOutbox = async () => ({ kinds, sending: !(await sendsByHand(connections)) })

  const getMail = async ({ user }: Session, id: number) =>
    orNotFound(await findMail(db, kinds, user.role, id))
  const readMail = async (session: Session, id: number) =>
    toMail(await getMail(session, id), await readOutbox())

  route(app, outboxList, admin, async (context) =>
    sendRows(context, await listOutbox(db, await readOutbox(), context.query, context.session.user.role)),
  )

  route(app, mailRead, admin, ({ params, session }) => readMail(session, params.id))

  downloadRoute(
    app,
    paths.api.outboxFile(':id'),
    {
      role: rights.work,
      summary: 'Download one email as a file (message/rfc822) that any email app opens',
      params: idParams,
    },
    async (request) => {
      const { id } = request.params
      const mail = composeMail(
        await getMail(requireSession(request), id),
        await siteSource.read(),
        (await connections.read()).sender,
      )
      return { type: 'message/rfc822', filename: `mail-${id}.eml`, body: await composeFile(mail) }
    },
  )

  for (const [endpoint, change] of [
    [mailMarkSent, markHandedOver],
    [mailRetry, sendAgain],
  ] as const)
    route(app, endpoint, admin, async ({ params, session }) => {
      const mail = await getMail(session, params.id)
      if (await change(db, mail.id, mailHooks)) return readMail(session, mail.id)
      const { resendRefusal } = kinds.find(({ name }) => name === mail.kind) ?? {}
      throw new RequestProblem('conflict', { detail: (endpoint === mailRetry && resendRefusal) || refusal })
    })

  const testMailEndpoint = { ...testMailCreate, response: { 201: mailRead.response } }
  route(app, testMailEndpoint, { audience: 'admin', role: rights.manageSite }, async ({ body, session }) => {
    const email = await writeEmail({ template: 'testMail', props: { askedBy: session.user.displayName } })
    return readMail(session, await queueMail(db, { kind: testMail, to: body.to, ...email }))
  })
}
