import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { MailServer } from '../connected-services.ts'
import { findPrivateAddress, lookUpReachable, refuseLinkLocal } from '../http/private-network.ts'
import type { Mail } from './compose.ts'
import type { MailLimits } from './mail-limits.ts'

export type Smtp = { send(mail: Mail): Promise<void>; close(): void }

/**
 * A connection pool to the mail server. Closing it lets emails that are being sent finish. nodemailer is loaded with the
 * first email, because most sites send few.
 * Its errors have the code `EPUBLIC` for an unencrypted connection that would leave the private network, and `ELINKLOCAL` for
 * one to a link-local address.
 */
export async function openSmtp(server: MailServer, limits: MailLimits): Promise<Smtp> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...optionsOf(server, limits),
    pool: true,
    maxConnections: limits.bulkAtOnce + limits.atOnce,
    // Only the outbox retries.
    maxRequeues: 0,
    idleTimeout: 20_000,
  })
  return {
    async send(mail) {
      // Limits the whole attempt, because a server that sends a byte now and then never trips the other timeouts.
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(limits.total) })
    },
    close: () => transport.close(),
  }
}

/** Connects, signs in, and sends the email if there is one. */
export async function trySmtp(server: MailServer, limits: MailLimits, mail?: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(optionsOf(server, limits))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('the email server is too slow'), { code: 'ETIMEDOUT' })),
    limits.total,
  )
  try {
    await Promise.race([transport.verify(), late.promise])
    if (mail) await transport.sendMail({ ...mail, signal: AbortSignal.timeout(limits.total) })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function optionsOf(server: MailServer, limits: MailLimits) {
  const { url, host, port, security, user, password } = server
  const common = {
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.response,
    socketTimeout: limits.response,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Never send a password unencrypted over a network.
    requireTLS: security === 'starttls',
    getSocket(_: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) {
      openSocket(server, limits).then(
        (connection) => done(null, { connection }),
        (error) => done(error),
      )
    },
  }
  if (url !== undefined) return { ...common, url }
  return {
    ...common,
    host,
    port,
    secure: security === 'tls',
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: { user, pass: password ?? '' } }),
  }
}

/** Connects to the mail server, at an address that was checked: the name may lead to another one later. */
async function openSocket({ host, port, security }: MailServer, limits: MailLimits): Promise<Socket> {
  refuseLinkLocal(host)
  const target = security === 'none' ? await requirePrivate(host) : host
  const socket = connect({ host: target, port, lookup: lookUpReachable })
  const late = Object.assign(new Error('the email server is too slow'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => socket.destroy(late), limits.connect)
  try {
    await once(socket, 'connect')
    return socket
  } finally {
    clearTimeout(timer)
  }
}

async function requirePrivate(host: string): Promise<string> {
  const address = await findPrivateAddress(host)
  if (address === undefined)
    throw Object.assign(new Error('an unencrypted connection would leave the private network'), {
      code: 'EPUBLIC',
    })
  return address
}
