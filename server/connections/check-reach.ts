import type { ConnectionKind, ConnectionValues } from '../../contracts/connections.ts'
import { RequestProblem } from '../errors.ts'
import { findPrivateAddress } from '../http/private-network.ts'
import { explainConnectError } from './explain-connect-error.ts'

const unencrypted = {
  mail: 'Without encryption, passwords and emails could be read on the way. That’s only possible for a server on this machine or in your own network. Choose STARTTLS or TLS.',
  service:
    'With http://, the key and the texts could be read on the way. That’s only possible for a service on this machine or in your own network. Use https:// instead.',
} as const

/**
 * Refuses a connection that would send secrets over the internet without encryption.
 * @throws RequestProblem `not-accepted`
 */
export async function checkReach<Kind extends ConnectionKind>(
  kind: Kind,
  values: ConnectionValues[Kind],
): Promise<void> {
  // TypeScript does not connect the kind with the type of its values.
  const given = values as Partial<ConnectionValues['mail'] & ConnectionValues['ai']>
  if (kind === 'mail') {
    if (given.security === 'none') await requirePrivate(given.host ?? '', given.port ?? 0, unencrypted.mail)
    return
  }
  await checkAddress(given.address ?? '')
}

/**
 * Refuses the address of a service on the internet without https.
 * @throws RequestProblem `not-accepted`
 */
export async function checkAddress(address: string): Promise<void> {
  if (!/^http:/i.test(address)) return
  const { hostname, port } = new URL(address)
  await requirePrivate(hostname.replace(/^\[|\]$/g, ''), Number(port) || 80, unencrypted.service)
}

async function requirePrivate(host: string, port: number, detail: string): Promise<void> {
  const address = await findPrivateAddress(host).catch((error: NodeJS.ErrnoException) => {
    const explained = explainConnectError([error.code], { host, port })
    if (!explained) throw error
    throw new RequestProblem('not-accepted', { detail: `${explained.message} ${explained.advice}` })
  })
  if (address === undefined) throw new RequestProblem('not-accepted', { detail })
}
