import { randomUUID } from 'node:crypto'
import { rights } from '../../../core/contract/roles.ts'
import type { Sender } from '../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import type { Session } from '../../../core/server/http/guards/session.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'
import { route } from '../../../core/server/http/route.ts'
import { composeMail, type Mail } from '../../../core/server/mail/compose.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import type { MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import type { MailLimits } from '../../../core/server/mail/mail-limits.ts'
import { requireConfirmation } from '../../accounts/server/second-factor/confirmation.ts'
import type { ServiceLimits } from '../../assistant/server/service/limits.ts'
import { recordUsage } from '../../assistant/server/service/usage.ts'
import {
  aiConnectionTest,
  aiConnectionUpdate,
  aiModelList,
  type ConnectionKind,
  type ConnectionValues,
  connectionDelete,
  connectionsRead,
  mailConnectionTest,
  mailConnectionUpdate,
  speechConnectionTest,
  speechConnectionUpdate,
  speechModelList,
  targetOf,
} from '../contract/connections.ts'
import { checkAddress, checkReach } from './check-reach.ts'
import { aiServiceOf, speechServiceOf, toMailServer } from './connection-source.ts'
import { listModels } from './list-models.ts'
import { explainEnvironment, readConnectionsForOwner } from './read-connections.ts'
import { type ConnectionChange, removeConnection, saveConnection } from './save-connection.ts'
import { readStoredConnections } from './stored-connections.ts'
import { testMail } from './test-mail.ts'
import { testAi, testSpeech } from './test-services.ts'

type Deps = RouteDeps & {
  writeEmail: WriteEmail
  serviceLimits: ServiceLimits
  mailLimits: MailLimits
  mailHooks: MailHooks
}

const owner = { audience: 'admin', role: rights.manageSite } as const

/** Tests and lists of models per user and window */
const maxTries = 60
const windowSeconds = 10 * 60

/** Adds the endpoints for connecting email, AI, and speech in Settings. */
export function addConnectionRoutes(app: App, deps: Deps): void {
  route(app, connectionsRead, owner, ({ session }) => readConnectionsForOwner(deps, session.user.id))
  addUpdates(app, deps)
  addTests(app, deps)
  addModelLists(app, deps)
}

function addUpdates(app: App, deps: Deps): void {
  const { db, connections } = deps

  async function change(session: Session, kind: ConnectionKind, run: () => Promise<void>) {
    await requireConfirmation(db, session)
    refuseEnvironment(deps, kind)
    await run()
    // The other instances get a notification.
    connections.forget()
    return readConnectionsForOwner(deps, session.user.id)
  }

  const save = <Kind extends ConnectionKind>(session: Session, kind: Kind, body: ConnectionChange<Kind>) =>
    change(session, kind, async () => {
      await checkReach(kind, body.values)
      await saveConnection(deps, session.user, kind, body)
    })

  route(app, mailConnectionUpdate, owner, ({ body, session }) => save(session, 'mail', body))
  route(app, aiConnectionUpdate, owner, ({ body, session }) => save(session, 'ai', body))
  route(app, speechConnectionUpdate, owner, ({ body, session }) => save(session, 'speech', body))

  route(app, connectionDelete, owner, ({ params: { kind }, session }) =>
    change(session, kind, () => removeConnection(db, session.user, kind)),
  )
}

function addTests(app: App, deps: Deps): void {
  const { db, connections, mailLimits, serviceLimits } = deps

  route(app, mailConnectionTest, owner, async ({ body: { connection, sendTo }, session }) => {
    await prepareTest(deps, session)
    const typed = connection && (await withSecret(deps, 'mail', connection))
    const { mail, sender } = await connections.read()
    const server = typed ? toMailServer(typed) : orNotConnected(mail)
    const from = typed
      ? { name: typed.values.senderName || undefined, address: typed.values.senderAddress }
      : sender
    const email = sendTo === undefined ? undefined : await writeTestMail(deps, session.user, sendTo, from)
    return testMail(server, mailLimits, email)
  })

  route(app, aiConnectionTest, owner, async ({ body: { connection }, session }) => {
    await prepareTest(deps, session)
    const typed = connection && (await withSecret(deps, 'ai', connection))
    const service = typed ? aiServiceOf(typed) : orNotConnected((await connections.read()).ai)
    return testAi(service, serviceLimits.writing, (usage) => recordUsage(db, usage))
  })

  route(app, speechConnectionTest, owner, async ({ body: { connection }, session }) => {
    await prepareTest(deps, session)
    const typed = connection && (await withSecret(deps, 'speech', connection))
    const service = typed ? speechServiceOf(typed) : orNotConnected((await connections.read()).speech)
    return testSpeech(service, serviceLimits.speech)
  })
}

function addModelLists(app: App, deps: Deps): void {
  const { serviceLimits } = deps

  route(app, aiModelList, owner, async ({ body: { target, secret }, session }) => {
    await prepareTest(deps, session)
    const values = { ...target, model: '', priceIn: null, priceOut: null, monthlyBudget: null }
    const service = aiServiceOf(await withSecret(deps, 'ai', { values, secret }))
    return listModels(service, serviceLimits.writing)
  })

  route(app, speechModelList, owner, async ({ body: { target, secret }, session }) => {
    await prepareTest(deps, session)
    const values = { ...target, model: '' }
    const service = speechServiceOf(await withSecret(deps, 'speech', { values, secret }))
    return listModels(service, serviceLimits.writing)
  })
}

/** @throws RequestProblem if this user, or this copy of the site, may not reach any service now */
async function prepareTest({ db, config }: Deps, session: Session): Promise<void> {
  await requireConfirmation(db, session)
  if (config.isRehearsal)
    throw new RequestProblem('unavailable', {
      detail: 'This is a copy of the site for a rehearsal. It reaches no service.',
    })
  const { count, retryAfterSeconds } = await countEvent(
    db,
    `connection-test:${session.user.id}`,
    windowSeconds,
  )
  if (count > maxTries)
    throw new RequestProblem('too-many-requests', {
      detail: 'That were many tests in ten minutes. Wait a few minutes and test again.',
      retryAfterSeconds,
    })
}

/** The typed values with the typed secret or, if none was typed, with the stored one for the same target */
async function withSecret<Kind extends ConnectionKind>(
  deps: Deps,
  kind: Kind,
  { values, secret }: ConnectionChange<Kind>,
): Promise<{ values: ConnectionValues[Kind]; secret: string | undefined }> {
  refuseEnvironment(deps, kind)
  await (kind === 'mail' ? undefined : checkAddress((values as ConnectionValues['ai']).address))
  if (secret !== undefined) return { values, secret: secret ?? undefined }
  const stored = (await readStoredConnections(deps.db, deps.config))[kind]
  const isSame = stored !== undefined && targetOf[kind](stored.values) === targetOf[kind](values)
  return { values, secret: isSame ? stored.secret : undefined }
}

function refuseEnvironment({ config }: Deps, kind: ConnectionKind): void {
  const detail = explainEnvironment(config, kind)
  if (detail !== undefined) throw new RequestProblem('conflict', { detail })
}

function orNotConnected<Service>(service: Service | undefined): Service {
  if (service === undefined)
    throw new RequestProblem('conflict', { detail: 'Nothing is connected yet, so there’s nothing to test.' })
  return service
}

/** The test email of a connection that is not saved yet, which therefore does not go through the outbox */
async function writeTestMail(
  { siteSource, writeEmail }: Pick<Deps, 'siteSource' | 'writeEmail'>,
  { displayName }: { displayName: string },
  to: string,
  sender: Sender | undefined,
): Promise<Mail> {
  const email = await writeEmail({ template: 'testMail', props: { askedBy: displayName } })
  const row = {
    ...email,
    messageId: `${randomUUID()}@everyday-ai`,
    kind: 'test',
    recipient: to,
    headers: {},
    calendar: null,
    calendarMethod: null,
    createdAt: new Date(),
  }
  return composeMail(row, await siteSource.read(), sender)
}
