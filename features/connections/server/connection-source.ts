import type { Config } from '../../../core/config.ts'
import {
  type AiService,
  type ConnectionSource,
  type Connections,
  defaultSpeechModel,
  type MailServer,
  type SpeechService,
  withoutReach,
} from '../../../core/server/connected-services.ts'
import { cacheRead } from '../../../core/server/db/cached-read.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import type { ConnectionKind } from '../contract/connections.ts'
import { readStoredConnections, type StoredConnection } from './stored-connections.ts'

/** The tag in notifications of the channel `page_cache` that makes every instance read its connections again */
export const connectionsTag = 'connections'

/**
 * Caches the connections of this process. A notification from any instance makes it forget them. If the database is
 * unreachable, the last known ones are used.
 */
export function createConnectionSource(db: Database, config: Config, onChange: () => void): ConnectionSource {
  const { variables: _, missing: __, ...known } = config.connections
  return cacheRead(() => readConnections(db, config), limitReach(config, known), onChange)
}

/**
 * The services that are connected now. If any variable of a connection is set in the environment, the whole connection
 * comes from there.
 */
export async function readConnections(db: Queryable, config: Config): Promise<Connections> {
  const { variables, ...environment } = config.connections
  const stored = await readStoredConnections(db, config)
  const isSet = (names: string[]) => names.length > 0
  const mail = isSet(variables.mail)
    ? { mail: environment.mail, sender: environment.sender }
    : fromMailSettings(stored.mail)
  const ai = isSet(variables.ai) ? environment.ai : ifUsable(stored.ai, aiServiceOf)
  const speech = isSet(variables.speech) ? environment.speech : ifUsable(stored.speech, speechServiceOf)
  return limitReach(config, { ...mail, ai, speech })
}

const limitReach = ({ isRehearsal }: Config, connections: Connections) =>
  isRehearsal ? withoutReach(connections) : connections

function fromMailSettings(
  stored: StoredConnection<'mail'> | undefined,
): Pick<Connections, 'mail' | 'sender'> {
  if (!stored) return { mail: undefined, sender: undefined }
  const { senderName, senderAddress } = stored.values
  // The sender needs no password: emails that are sent by hand have it, too.
  const sender = { name: senderName || undefined, address: senderAddress }
  return { mail: ifUsable(stored, toMailServer), sender }
}

function ifUsable<Stored extends { isUsable: boolean }, Service>(
  stored: Stored | undefined,
  toService: (stored: Stored) => Service,
): Service | undefined {
  return stored?.isUsable ? toService(stored) : undefined
}

type WithSecret<Kind extends ConnectionKind> = Pick<StoredConnection<Kind>, 'values' | 'secret'>

export function toMailServer({ values, secret }: WithSecret<'mail'>): MailServer {
  const { host, port, security, user } = values
  return { origin: 'settings', host, port, security, user, password: secret }
}

export function aiServiceOf({ values, secret }: WithSecret<'ai'>): AiService {
  return {
    origin: 'settings',
    provider: values.provider,
    baseUrl: values.address || undefined,
    apiKey: secret,
    model: values.model,
    priceIn: values.priceIn ?? undefined,
    priceOut: values.priceOut ?? undefined,
    monthlyBudget: values.monthlyBudget ?? undefined,
  }
}

export function speechServiceOf({ values, secret }: WithSecret<'speech'>): SpeechService {
  return {
    origin: 'settings',
    baseUrl: values.address || undefined,
    apiKey: secret,
    model: values.model || defaultSpeechModel,
  }
}
