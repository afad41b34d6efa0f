import type { Origin } from '../connected-services.ts'

export type SmtpError = Error & {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  originalCode?: string
}

export type MailFault = {
  /** Sentence for the admin: what happened and what to do */
  problem: string
  /** True if another attempt would fail too, so none is made automatically */
  permanent: boolean
  /** True if the mail server is unavailable, so the next email would fail too */
  serverAway: boolean
  /** True if the mail server may want fewer emails at the same time */
  tooFast: boolean
  /** True for a policy rejection (5.7.x), which concerns either this address or every email of ours */
  notAllowed: boolean
  /** True if the address accepts no email */
  badAddress: boolean
}

/** Names of the settings to check, by the place where the connection was set up */
const places: Record<Origin, { server: string; signIn: string; sender: string; both: string }> = {
  environment: {
    server: 'SMTP_URL',
    signIn: 'the username and password in SMTP_URL',
    sender: 'MAIL_FROM',
    both: 'SMTP_URL and MAIL_FROM',
  },
  settings: {
    server: 'Settings > Email',
    signIn: 'the username and password in Settings > Email',
    sender: 'the sender in Settings > Email',
    both: 'Settings > Email',
  },
}

/** Explains an error of the mail server. The server's own text is left out because it can quote the address. */
export function explainFault(error: SmtpError, origin: Origin): MailFault {
  const place = places[origin]
  const { code, command = '', responseCode, originalCode = '' } = error
  const fault = (problem: string, traits: Partial<MailFault> = {}): MailFault => ({
    problem,
    permanent: false,
    serverAway: false,
    tooFast: false,
    notAllowed: false,
    badAddress: false,
    ...traits,
  })
  const unavailable = (problem: string) => fault(problem, { serverAway: true })
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'))
    return unavailable(`The email server rejected the sign-in. Check ${place.signIn}.`)
  if (
    code === 'ETLS' ||
    code === 'EREQUIRETLS' ||
    command === 'STARTTLS' ||
    /^ERR_(SSL|TLS)|CERT|SIGNATURE/.test(originalCode)
  )
    return unavailable(
      `The email server doesn’t offer a secure connection (TLS). Check ${place.server} and the server’s certificate.`,
    )
  if (code === 'EPUBLIC')
    return unavailable(
      `The email server isn’t on a private network, so emails and passwords must be encrypted. Change the security in ${place.server}.`,
    )
  if (code === 'ELINKLOCAL')
    return unavailable(
      `The email server has a link-local address, and this site connects to none. Change the server in ${place.server}.`,
    )
  if (responseCode && command === 'RCPT TO' && responseCode >= 500) {
    const status = enhancedStatus(error)
    if (responseCode === 530)
      return unavailable(
        `The email server won’t let us send (530). Check ${place.server}, or ask the person who runs the email server.`,
      )
    if (status.startsWith('5.7.'))
      return fault(
        `The email server won’t let us send to this address. We’ll try again. If others fail too, check ${place.both}.`,
        { notAllowed: true },
      )
    const badAddress = isBadAddress(responseCode, status)
    return fault(
      badAddress
        ? 'The email server says this address doesn’t accept email. Check the address.'
        : 'The email server didn’t accept this email. The mailbox may be full. Try again later.',
      { permanent: true, badAddress },
    )
  }
  if (responseCode && command === 'MAIL FROM' && responseCode >= 500)
    return unavailable(`The email server rejected our sender address. Check ${place.sender}.`)
  if (responseCode === 421 || (responseCode && !['RCPT TO', 'DATA'].includes(command)))
    return unavailable('The email server isn’t accepting email right now. We’ll try again.')
  if (responseCode && responseCode >= 500)
    return fault(
      `The email server rejected this email (${responseCode}). Ask the person who runs the email server why.`,
      { permanent: true },
    )
  if (responseCode)
    return fault('The email server asked us to try later. We’ll try again.', { tooFast: command === 'DATA' })
  if (code === 'ETIMEDOUT' || code === 'EABORT')
    return unavailable('The email server didn’t respond in time. We’ll try again.')
  if (code === 'ECONNECTION' || command === 'DATA' || originalCode === 'ECONNRESET')
    return unavailable(
      'The connection was lost while sending. We’ll try again, so this email may arrive twice.',
    )
  return unavailable(`We can’t reach the email server. Check ${place.server}. We’ll try again.`)
}

/** `5.1.1` of `550 5.1.1 no such user` (RFC 3463), or an empty string */
function enhancedStatus({ response = '' }: SmtpError): string {
  return /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
}

/** False for 5.1.7 and 5.1.8, which are about the sender, and for 5.2.2, a full mailbox */
function isBadAddress(code: number, status: string): boolean {
  if (['5.1.7', '5.1.8', '5.2.2'].includes(status)) return false
  return status.startsWith('5.1.') || [550, 551, 553].includes(code)
}
