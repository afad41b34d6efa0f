/** What nodemailer says of a failure. */
export type SmtpError = Error & {
  code?: string
  command?: string
  responseCode?: number
  originalCode?: string
}

export type MailFault = {
  /** For the person: what happened, and what to do. */
  problem: string
  /** It would fail again: no further attempt by itself. */
  permanent: boolean
  /** The mail server is not to be had, so that the next mail would meet the same. */
  serverAway: boolean
  /** The address takes no mail. */
  badAddress: boolean
}

/** What an error of the mail server means. Its own words stay out: they can quote the address. */
export function explainFault(error: SmtpError): MailFault {
  const { code, command = '', responseCode, originalCode = '' } = error
  const fault = (problem: string, traits: Partial<MailFault> = {}): MailFault => ({
    problem,
    permanent: false,
    serverAway: false,
    badAddress: false,
    ...traits,
  })
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'))
    return fault('The mail server refuses the sign-in. Check the user name and password in SMTP_URL.', {
      serverAway: true,
    })
  if (
    code === 'ETLS' ||
    code === 'EREQUIRETLS' ||
    command === 'STARTTLS' ||
    /^ERR_(SSL|TLS)|CERT|SIGNATURE/.test(originalCode)
  )
    return fault(
      'There is no safe connection to the mail server (TLS). Check SMTP_URL and its certificate.',
      {
        serverAway: true,
      },
    )
  if (responseCode && command === 'RCPT TO' && responseCode >= 500)
    return fault(
      `The mail server says that this address takes no mail (${responseCode}). Check the address.`,
      {
        permanent: true,
        badAddress: true,
      },
    )
  if (responseCode && command === 'MAIL FROM' && responseCode >= 500)
    return fault(`The mail server refuses our sender address (${responseCode}). Check MAIL_FROM.`, {
      serverAway: true,
    })
  if (responseCode === 421 || (responseCode && !['RCPT TO', 'DATA'].includes(command)))
    return fault(`The mail server is not taking mail now (${responseCode}). It is tried again.`, {
      serverAway: true,
    })
  if (responseCode && responseCode >= 500)
    return fault(`The mail server refuses this mail (${responseCode}). Ask who runs it for the reason.`, {
      permanent: true,
    })
  if (responseCode) return fault(`The mail server asks to try later (${responseCode}). It is tried again.`)
  if (code === 'ETIMEDOUT' || code === 'EABORT')
    return fault('The mail server did not answer in time. It is tried again.', { serverAway: true })
  if (code === 'ECONNECTION' || command === 'DATA' || originalCode === 'ECONNRESET')
    return fault('The connection broke on the way. The mail is sent again, and may arrive twice.', {
      serverAway: true,
    })
  return fault('The mail server cannot be reached. Check SMTP_URL; it is tried again.', { serverAway: true })
}
