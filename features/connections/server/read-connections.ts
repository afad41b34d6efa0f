import { eq, inArray } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { SiteSource } from '../../../core/server/http/app.ts'
import { countWaitingMails } from '../../../core/server/mail/outbox.ts'
import { findNotifyEmail } from '../../../core/server/organization.ts'
import { explainKeyTrouble } from '../../../core/server/secrets/key-check.ts'
import { users } from '../../accounts/schema/accounts.ts'
import type { ConnectionKind, ConnectionsResponse, ReadConnection } from '../contract/connections.ts'
import { readStoredConnections, type StoredConnection } from './stored-connections.ts'

/** More emails are shown as "100 or more". */
const maxCounted = 100

type Deps = { db: Queryable; config: Config; siteSource: SiteSource }
type Facts = { config: Config; names: Map<number, string>; sender: ConnectionsResponse['sender'] }

/** The connections for their owner, without passwords and keys */
export async function readConnectionsForOwner(
  { db, config, siteSource }: Deps,
  userId: number,
): Promise<ConnectionsResponse> {
  const stored = await readStoredConnections(db, config)
  const { name, contactEmail } = await siteSource.read()
  const editors = Object.values(stored).map((one) => one?.updatedBy)
  const sender = { name, address: contactEmail }
  const facts: Facts = { config, names: await findNames(db, editors), sender }
  return {
    mail: readMail(facts, stored.mail),
    ai: readAi(facts, stored.ai),
    speech: readSpeech(facts, stored.speech),
    keyProblem: await explainKeyTrouble(db, config),
    waitingMails: await countWaitingMails(db, maxCounted),
    ownAddress: await findOwnAddress(db, config, userId),
    sender,
  }
}

function readMail(facts: Facts, stored: StoredConnection<'mail'> | undefined): ReadConnection<'mail'> {
  const { mail, sender } = facts.config.connections
  const values = mail && {
    host: mail.host,
    port: mail.port,
    security: mail.security,
    user: mail.user,
    senderName: sender?.name ?? '',
    senderAddress: sender?.address ?? facts.sender.address,
  }
  return pickConnection(facts, 'mail', { values, secret: mail?.password }, stored)
}

function readAi(facts: Facts, stored: StoredConnection<'ai'> | undefined): ReadConnection<'ai'> {
  const { ai } = facts.config.connections
  const values = ai && {
    provider: ai.provider,
    address: withoutSecrets(ai.baseUrl),
    model: ai.model,
    priceIn: ai.priceIn ?? null,
    priceOut: ai.priceOut ?? null,
    monthlyBudget: ai.monthlyBudget ?? null,
  }
  return pickConnection(facts, 'ai', { values, secret: ai?.apiKey }, stored)
}

function readSpeech(facts: Facts, stored: StoredConnection<'speech'> | undefined): ReadConnection<'speech'> {
  const { speech } = facts.config.connections
  const values = speech && { address: withoutSecrets(speech.baseUrl), model: speech.model }
  return pickConnection(facts, 'speech', { values, secret: speech?.apiKey }, stored)
}

/** An address of the environment may have a password or a key in it. */
function withoutSecrets(address = ''): string {
  if (address === '') return ''
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}

const noConnection = {
  state: 'none' as const,
  values: null,
  hasSecret: false,
  variables: [],
  missing: [],
  changed: null,
}

/** The connection of the environment if a variable of it is set, otherwise the one of Settings */
function pickConnection<Values, Kind extends ConnectionKind>(
  { config: { connections }, names }: Facts,
  kind: Kind,
  set: { values: Values | undefined; secret: string | undefined },
  stored: StoredConnection<Kind> | undefined,
) {
  const variables = connections.variables[kind]
  if (variables.length > 0)
    return {
      ...noConnection,
      ...(set.values && { state: 'connected' as const, values: set.values }),
      hasSecret: set.secret !== undefined,
      variables,
      missing: connections.missing[kind],
    }
  if (!stored) return noConnection
  const { values, hasSecret, isUsable, updatedAt, updatedBy } = stored
  return {
    ...noConnection,
    state: isUsable ? ('connected' as const) : ('needs-secret' as const),
    values,
    hasSecret,
    changed: { at: updatedAt.toISOString(), by: names.get(updatedBy ?? 0) ?? null },
  }
}

/** The user's own address or, for a user who was not invited by email, the one for notifications */
async function findOwnAddress(db: Queryable, config: Config, userId: number): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email ?? (await findNotifyEmail(db, config)) ?? ''
}

async function findNames(db: Queryable, ids: (number | null | undefined)[]): Promise<Map<number, string>> {
  const known = ids.filter((id) => typeof id === 'number')
  if (known.length === 0) return new Map()
  const rows = await db.select().from(users).where(inArray(users.id, known))
  return new Map(rows.map(({ id, displayName, username }) => [id, displayName ?? username]))
}

/** Explains why a connection of the environment can't be changed in Settings; undefined if there is none. */
export function explainEnvironment({ connections }: Config, kind: ConnectionKind): string | undefined {
  const variables = connections.variables[kind]
  if (variables.length === 0) return undefined
  const list = variables.join(', ')
  return `This connection is set up on the server (${list}), so it can’t be changed here. To change it here, the person who runs your server removes ${variables.length === 1 ? 'that setting' : 'those settings'} and restarts.`
}
