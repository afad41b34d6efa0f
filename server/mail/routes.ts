import { testMailCreate } from '../../contracts/mail-settings.ts'
import { mailMarkSent, mailRead, mailRetry, outboxList } from '../../contracts/outbox.ts'
import { idParams } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { rights } from '../../contracts/roles.ts'
import { sendsByHand } from '../connected-services.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession, type Session } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { sendRows } from '../http/paging.ts'
import { orNotFound, route } from '../http/route.ts'
import { composeFile, composeMail } from './compose.ts'
import type { WriteEmail } from './email-templates.ts'
import type { MailHooks } from './mail-hooks.ts'
import { queueMail } from './outbox.ts'
import { findMail, listOutbox, markHandedOver, sendAgain, toMail } from './outbox-list.ts'

const admin = { audience: 'admin', role: rights.work } as const

const changes = [
  {
    endpoint: mailMarkSent,
    change: markHandedOver,
    refusal: 'This email is being sent right now, was already sent, or was canceled.',
  },
  {
    endpoint: mailRetry,
    change: sendAgain,
    refusal:
      'This email is being sent right now, was already sent, was canceled, or its reader no longer gets the newsletter.',
  },
]

export function addMailRoutes(
  app: App,
  deps: RouteDeps & { writeEmail: WriteEmail; mailHooks: MailHooks },
): void {
  const { db, siteSource, connections, writeEmail, mailHooks } = deps
  const isSending = async () => !(await sendsByHand(connections))

  const getMail = async ({ user }: Session, id: number) => orNotFound(await findMail(db, user.role, id))
  const readMail = async (session: Session, id: number) =>
    toMail(await getMail(session, id), await isSending())

  route(app, outboxList, admin, async (context) =>
    sendRows(
      context,
      await listOutbox(db, context.query, { role: context.session.user.role, sending: await isSending() }),
    ),
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

  for (const { endpoint, change, refusal } of changes)
    route(app, endpoint, admin, async ({ params, session }) => {
      const { id } = await getMail(session, params.id)
      if (!(await change(db, id, mailHooks))) throw new RequestProblem('conflict', { detail: refusal })
      return readMail(session, id)
    })

  route(app, testMailCreate, { audience: 'admin', role: rights.manageSite }, async ({ body, session }) => {
    const email = await writeEmail({ template: 'testMail', props: { askedBy: session.user.displayName } })
    return readMail(session, await queueMail(db, { kind: 'test', to: body.to, ...email }))
  })
}
