import type { Mail } from './compose.ts'
import type { MailLimits } from './mail-limits.ts'

export type Smtp = { send(mail: Mail): Promise<void>; close(): void }

/** A connection pool to the mail server. nodemailer is loaded with the first email, because most sites send few. */
export async function openSmtp(smtpUrl: string, limits: MailLimits): Promise<Smtp> {
  const { createTransport } = await import('nodemailer')
  const { hostname, password } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // Only the outbox retries.
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.response,
    socketTimeout: limits.response,
    // Never send a password unencrypted over a network.
    requireTLS: password !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      // Limits the whole attempt, because a server that sends a byte now and then never trips the other timeouts.
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(limits.total) })
    },
    close: () => transport.close(),
  }
}
