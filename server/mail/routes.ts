import { testMailCreate } from '../../contracts/mail-settings.ts'
import { mailMarkSent, mailRead, mailRetry, outboxList } from '../../contracts/outbox.ts'
import { idParams } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { downloadRoute } from '../http/page-route.ts'
import { sendRows } from '../http/paging.ts'
import { orNotFound, route } from '../http/route.ts'
import { composeFile, composeMail } from './compose.ts'
import type { WriteEmail } from './email-templates.ts'
import type { MailHooks } from './mail-hooks.ts'
import { queueMail } from './outbox.ts'
import { findMail, listOutbox, markHandedOver, sendAgain, toMail } from './outbox-list.ts'

const admin = { audience: 'admin' } as const

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
  const { config, db, siteSource, writeEmail, mailHooks } = deps
  const sending = config.mail.smtpUrl !== undefined

  const getMail = async (id: number) => orNotFound(await findMail(db, id))
  const readMail = async (id: number) => toMail(await getMail(id), sending)

  route(app, outboxList, admin, async (context) =>
    sendRows(context, await listOutbox(db, context.query, sending)),
  )

  route(app, mailRead, admin, ({ params }) => readMail(params.id))

  downloadRoute(
    app,
    paths.api.outboxFile(':id'),
    {
      summary: 'Download one email as a file (message/rfc822) that any email app opens',
      params: idParams,
    },
    async ({ params: { id } }) => {
      const mail = composeMail(await getMail(id), await siteSource.read(), config.mail.from)
      return { type: 'message/rfc822', filename: `mail-${id}.eml`, body: await composeFile(mail) }
    },
  )

  for (const { endpoint, change, refusal } of changes)
    route(app, endpoint, admin, async ({ params }) => {
      const { id } = await getMail(params.id)
      if (!(await change(db, id, mailHooks))) throw new RequestProblem('conflict', { detail: refusal })
      return readMail(id)
    })

  route(app, testMailCreate, admin, async ({ body, session: { user } }) => {
    const email = await writeEmail({ template: 'testMail', props: { askedBy: user.username } })
    return readMail(await queueMail(db, { kind: 'test', to: body.to, ...email }))
  })
}
