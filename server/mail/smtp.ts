import type { Mail } from './compose.ts'
import type { MailLimits } from './mail-limits.ts'

export type Smtp = { send(mail: Mail): Promise<void>; close(): void }

/** Connections to the mail server, kept open between mails. Loaded with the first mail: most sites send few. */
export async function openSmtp(smtpUrl: string, limits: MailLimits): Promise<Smtp> {
  const { createTransport } = await import('nodemailer')
  const { hostname, password } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // Whether a mail is sent again is decided in one place, the outbox.
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.answer,
    socketTimeout: limits.answer,
    // A password is never said where others can read along.
    requireTLS: password !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      // A server that says a byte now and then would keep every other deadline from coming.
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(limits.whole) })
    },
    close: () => transport.close(),
  }
}
