import type { MailServer } from '../../../core/server/connected-services.ts'
import type { Mail } from '../../../core/server/mail/compose.ts'
import type { MailLimits } from '../../../core/server/mail/mail-limits.ts'
import { trySmtp } from '../../../core/server/mail/smtp.ts'
import type { SmtpError } from '../../../core/server/mail/smtp-errors.ts'
import type { TestResult } from '../contract/connections.ts'
import { type Explanation, explainConnectError } from './explain-connect-error.ts'

/** Connects and signs in to the mail server, sends the email if there is one, and says how that went. */
export async function testMail(server: MailServer, limits: MailLimits, mail?: Mail): Promise<TestResult> {
  try {
    await trySmtp(server, limits, mail)
  } catch (error) {
    return { works: false, ...explainMailError(error as SmtpError, server) }
  }
  const signedIn =
    server.user === ''
      ? `${server.host} accepts the connection.`
      : `${server.host} accepts the username and password.`
  const sent = mail
    ? ` It took the test email to ${mail.envelope.to[0]}. Look for it in that inbox, and in its spam folder.`
    : ''
  return { works: true, message: signedIn + sent, advice: null }
}

/** The server's own words are left out, because they may quote an address. */
function explainMailError(error: SmtpError, { host, port, security }: MailServer): Explanation {
  const { code = '', command = '', responseCode, originalCode, message } = error
  if (code === 'EPUBLIC')
    return {
      message: `${host} isn’t on this machine or in a private network, so emails and passwords must be encrypted.`,
      advice: 'Choose STARTTLS or TLS.',
    }
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'))
    return {
      message: `${host} didn’t accept the username and password.`,
      advice:
        'Type both again. Many providers want an app password here, which you make in your account with them.',
    }
  if (responseCode === 530)
    return {
      message: `${host} wants a username and password first.`,
      advice: 'Type the username and password of your account there.',
    }
  if (responseCode && responseCode >= 500 && command === 'MAIL FROM')
    return {
      message: `${host} didn’t accept the sender address.`,
      advice: 'Use an address that belongs to your account there, or allow it in that account.',
    }
  if (responseCode && responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command))
    return {
      message: `${host} accepts the sign-in, but refused the test email (${responseCode}).`,
      advice: 'Check the address for the test and the sender address.',
    }
  if (command === 'STARTTLS' && responseCode)
    return {
      message: `${host} doesn’t offer STARTTLS on port ${port}.`,
      advice: 'Try port 587, or TLS with port 465.',
    }
  if (responseCode && responseCode >= 400)
    return {
      message: `${host} isn’t accepting email right now (${responseCode}).`,
      advice: 'Test again in a few minutes.',
    }
  const explained = explainConnectError([originalCode, code, message], { host, port })
  if (!explained)
    return {
      message: `Something answers at ${host}, port ${port}, but it isn’t an email server.`,
      advice: 'Check the name and the port.',
    }
  // A server for TLS says nothing until the client does.
  if (code === 'ETIMEDOUT' && security !== 'tls')
    return {
      ...explained,
      advice: `${explained.advice} If your provider says TLS or SSL, choose TLS, often with port 465.`,
    }
  return explained
}
