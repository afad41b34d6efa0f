import { RequestProblem } from '../../../core/server/errors.ts'
import { findPrivateAddress, refuseLinkLocal } from '../../../core/server/http/private-network.ts'
import type { ConnectionKind, ConnectionValues } from '../contract/connections.ts'
import { explainConnectError } from './explain-connect-error.ts'

const unencrypted = {
  mail: 'Without encryption, passwords and emails could be read on the way. That’s only possible for a server on this machine or in your own network. Choose STARTTLS or TLS.',
  service:
    'With http://, the key and the texts could be read on the way. That’s only possible for a service on this machine or in your own network. Use https:// instead.',
} as const

/**
 * Refuses a connection to a link-local address, and one that would send secrets over the internet without encryption.
 * @throws RequestProblem `not-accepted`
 */
export async function checkReach<Kind extends ConnectionKind>(
  kind: Kind,
  values: ConnectionValues[Kind],
): Promise<void> {
  // TypeScript does not connect the kind with the type of its values.
  const given = values as Partial<ConnectionValues['mail'] & ConnectionValues['ai']>
  if (kind === 'mail') {
    const place = { host: given.host ?? '', port: given.port ?? 0 }
    await explain(place, () => refuseLinkLocal(place.host))
    if (given.security === 'none') await requirePrivate(place, unencrypted.mail)
    return
  }
  await checkAddress(given.address ?? '')
}

/**
 * Refuses a link-local address, and the address of a service on the internet without https.
 * @throws RequestProblem `not-accepted`
 */
export async function checkAddress(address: string): Promise<void> {
  if (address === '') return
  const { hostname, port, protocol } = new URL(address)
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 }
  await explain(place, () => refuseLinkLocal(place.host))
  if (protocol === 'http:') await requirePrivate(place, unencrypted.service)
}

type Place = { host: string; port: number }

async function requirePrivate(place: Place, detail: string): Promise<void> {
  const address = await explain(place, () => findPrivateAddress(place.host))
  if (address === undefined) throw new RequestProblem('not-accepted', { detail })
}

async function explain<Result>(place: Place, check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    const explained = explainConnectError([(error as NodeJS.ErrnoException).code], place)
    if (!explained) throw error
    throw new RequestProblem('not-accepted', { detail: `${explained.message} ${explained.advice}` })
  }
}
