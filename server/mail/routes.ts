import * as z from 'zod/mini'
import { testMailRequest } from '../../contracts/mail-settings.ts'
import { outboxEntry, outboxMail, outboxQuery } from '../../contracts/outbox.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { composeFile, composeMail } from './compose.ts'
import type { WriteEmail } from './email-templates.ts'
import type { MailHooks } from './mail-hooks.ts'
import { queueMail } from './outbox.ts'
import { findMail, listOutbox, markHandedOver, sendAgain, toMail } from './outbox-list.ts'

const admin = { audience: 'admin', kind: 'call' } as const
const oneMail = z.object({ id: rowId })

export function addMailRoutes(
  app: App,
  deps: RouteDeps & { writeLetter: WriteEmail; mailHooks: MailHooks },
): void {
  const { config, db, siteSource, writeLetter, mailHooks } = deps
  const sending = config.mail.smtpUrl !== undefined

  async function getMail(id: number) {
    const mail = await findMail(db, id)
    if (!mail) throw new RequestProblem('not-found')
    return mail
  }

  app.get(
    paths.api.outbox,
    {
      config: admin,
      schema: {
        summary: 'List the emails that your site has written, newest first',
        description:
          '`urgent=1`: only those that someone waits for and that you have to send, the most urgent first.',
        querystring: outboxQuery,
        response: { 200: z.array(outboxEntry) },
      },
    },
    async (request, reply) => {
      const page = await listOutbox(db, request.query, sending)
      setPagingHeaders(request, reply, page)
      return page.entries
    },
  )

  app.get(
    paths.api.outboxMail(':id'),
    {
      config: admin,
      schema: { summary: 'Read one email', params: oneMail, response: { 200: outboxMail } },
    },
    async (request) => toMail(await getMail(request.params.id), sending),
  )

  app.get(
    paths.api.outboxFile(':id'),
    {
      config: admin,
      schema: {
        summary: 'Download one email as a file (message/rfc822) that any email app opens',
        params: oneMail,
      },
    },
    async (request, reply) => {
      const row = await getMail(request.params.id)
      const file = await composeFile(composeMail(row, await siteSource.read(), config.mail.from))
      return reply
        .type('message/rfc822')
        .header('content-disposition', `attachment; filename="mail-${row.id}.eml"`)
        .send(file)
    },
  )

  app.post(
    paths.api.outboxHandedOver(':id'),
    {
      config: admin,
      schema: {
        summary: 'Mark an email as sent by yourself',
        params: oneMail,
        response: { 200: outboxMail },
      },
    },
    async (request) => {
      const { id } = await getMail(request.params.id)
      if (!(await markHandedOver(db, id, mailHooks)))
        throw new RequestProblem('conflict', {
          detail: 'This email is being sent right now, was already sent, or was canceled.',
        })
      return toMail(await getMail(id), sending)
    },
  )

  app.post(
    paths.api.outboxAgain(':id'),
    {
      config: admin,
      schema: {
        summary: 'Try to send an email again now',
        params: oneMail,
        response: { 200: outboxMail },
      },
    },
    async (request) => {
      const { id } = await getMail(request.params.id)
      if (!(await sendAgain(db, id, mailHooks)))
        throw new RequestProblem('conflict', {
          detail:
            'This email is being sent right now, was already sent, was canceled, or its reader no longer gets the newsletter.',
        })
      return toMail(await getMail(id), sending)
    },
  )

  app.post(
    paths.api.testMail,
    {
      config: admin,
      schema: {
        summary: 'Write a test email',
        description: 'It goes through the Outbox like every other email.',
        body: testMailRequest,
        response: { 201: outboxMail },
      },
    },
    async (request, reply) => {
      const { user } = requireSession(request)
      const letter = await writeLetter({ letter: 'testMail', props: { askedBy: user.username } })
      const id = await queueMail(db, { kind: 'test', to: request.body.to, ...letter })
      return reply.code(201).send(toMail(await getMail(id), sending))
    },
  )
}
