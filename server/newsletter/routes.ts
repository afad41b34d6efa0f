import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import {
  importRequest,
  importResponse,
  issue,
  issuePreview,
  issueRequest,
  issueTestRequest,
  issueTestResponse,
  subscriber,
  subscriberQuery,
} from '../../contracts/newsletter.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { setPagingHeaders } from '../http/paging.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import { type FindDeletedAddresses, importSubscribers } from './import-subscribers.ts'
import { listIssues } from './issue-list.ts'
import {
  countAudience,
  pauseIssue,
  type Refusal,
  resumeIssue,
  sendTestIssue,
  startIssue,
  writeIssue,
} from './issues.ts'
import { subscriberHead, subscriberLines } from './subscriber-csv.ts'
import { listSubscribers, removeSubscriber, retryAddress } from './subscriptions.ts'

const refusals: Record<Refusal, string> = {
  'no-postal-address':
    'By law, newsletters must include a postal address. Add yours under Settings > Organization.',
  'not-public': 'Only a published post can be sent. Publish it first.',
  nobody: 'No one has subscribed yet, so there’s no one to send it to.',
  'rest-is-waiting':
    'Everyone who would get this post already has it, or their email is waiting in the Outbox.',
  'everyone-has-it': 'Everyone who would get it now has already had this post.',
  'already-sending': 'This post is already being sent.',
}

const admin = { audience: 'admin', kind: 'call' } as const
const one = z.object({ id: rowId })

type ImportDeps = { findDeletedAddresses: FindDeletedAddresses }

/** The newsletter for admins: subscribers and issues. */
export function addNewsletterRoutes(
  app: App,
  deps: RouteDeps & ImportDeps & { writeLetter: WriteEmail },
): void {
  addSubscriberRoutes(app, deps)
  addIssueRoutes(app, deps)
}

function addSubscriberRoutes(
  app: App,
  { db, siteSource, findDeletedAddresses }: RouteDeps & ImportDeps,
): void {
  app.get(
    paths.api.subscribers,
    {
      config: admin,
      schema: {
        summary: 'List everyone who subscribed or unsubscribed, newest first',
        querystring: subscriberQuery,
        response: { 200: z.array(subscriber) },
      },
    },
    async (request, reply) => {
      const page = await listSubscribers(db, request.query)
      setPagingHeaders(request, reply, page)
      return page.rows
    },
  )

  app.get(
    paths.api.subscribersFile,
    { config: admin, schema: { summary: 'Download all subscribers as CSV', produces: ['text/csv'] } },
    async (_request, reply) => {
      const { timeZone } = await siteSource.read()
      async function* lines() {
        yield `\uFEFF${subscriberHead}`
        let cursor: number | undefined
        do {
          const page = await listSubscribers(db, { limit: 500, cursor })
          yield subscriberLines(page.rows, timeZone)
          cursor = page.next
        } while (cursor !== undefined)
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="newsletter.csv"')
        .send(Readable.from(lines()))
    },
  )

  app.post(
    paths.api.subscribers,
    {
      config: admin,
      schema: {
        summary: 'Import subscribers who agreed elsewhere',
        description:
          'Subscribers that the list marks as unsubscribed are unsubscribed; other known addresses don’t change. No one who unsubscribed or was deleted is brought back.',
        body: importRequest,
        response: { 200: importResponse },
      },
    },
    async (request) =>
      importSubscribers(db, request.body.addresses, request.body.consent, findDeletedAddresses),
  )

  app.post(
    paths.api.subscriberAgain(':id'),
    {
      config: admin,
      schema: {
        summary: 'Try an address that bounced again',
        params: one,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      if (!(await retryAddress(db, request.params.id))) throw new RequestProblem('not-found')
      return reply.code(204).send()
    },
  )

  app.delete(
    paths.api.subscriber(':id'),
    {
      config: admin,
      schema: { summary: 'Unsubscribe someone', params: one, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      if (!(await removeSubscriber(db, request.params.id))) throw new RequestProblem('not-found')
      return reply.code(204).send()
    },
  )
}

function addIssueRoutes(
  app: App,
  { config, db, siteSource, writeLetter }: RouteDeps & { writeLetter: WriteEmail },
): void {
  const byHand = config.mail.smtpUrl === undefined
  const writing = async () => ({ writeLetter, site: await siteSource.read() })
  const refuse = (refusal: Refusal) => new RequestProblem('not-accepted', { detail: refusals[refusal] })

  app.get(
    paths.api.issues,
    {
      config: admin,
      schema: {
        summary: 'List the newsletters that were sent, with their progress',
        response: { 200: z.array(issue) },
      },
    },
    async () => listIssues(db, !byHand),
  )

  app.post(
    paths.api.issuePreview,
    {
      config: admin,
      schema: {
        summary: 'Preview the newsletter for a post',
        body: issueRequest,
        response: { 200: issuePreview },
      },
    },
    async (request) => {
      const letter = await writeIssue(db, request.body.postId, await writing())
      if (typeof letter === 'string') throw refuse(letter)
      const audience = await countAudience(db, request.body.postId)
      return { ...letter, byHand, ...audience }
    },
  )

  app.post(
    paths.api.issueTest,
    {
      config: admin,
      schema: {
        summary: 'Send a test to one address',
        body: issueTestRequest,
        response: { 201: issueTestResponse },
      },
    },
    async (request, reply) => {
      const { postId, to } = request.body
      const outcome = await sendTestIssue(db, postId, to, await writing())
      if (typeof outcome === 'string') throw refuse(outcome)
      return reply.code(201).send(outcome)
    },
  )

  app.post(
    paths.api.issues,
    {
      config: admin,
      schema: {
        summary: 'Send a published post to every subscriber',
        body: issueRequest,
        response: { 201: z.array(issue) },
      },
    },
    async (request, reply) => {
      const { user } = requireSession(request)
      const started = await startIssue(db, request.body.postId, user.username, await writing())
      if (typeof started === 'string') throw refuse(started)
      return reply.code(201).send(await listIssues(db, !byHand))
    },
  )

  for (const [path, summary, change] of [
    [paths.api.pauseIssue(':id'), 'Pause sending', pauseIssue],
    [paths.api.resumeIssue(':id'), 'Resume sending', resumeIssue],
  ] as const)
    app.post(
      path,
      { config: admin, schema: { summary, params: one, response: { 200: z.array(issue) } } },
      async (request) => {
        if (!(await change(db, request.params.id)))
          throw new RequestProblem('conflict', { detail: 'That’s already done. Reload the page.' })
        return listIssues(db, !byHand)
      },
    )
}
