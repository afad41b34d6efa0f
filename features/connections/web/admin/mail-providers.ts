import type { MailValues } from '../../contract/connections.ts'

type MailProvider = Pick<MailValues, 'host' | 'port' | 'security'> & {
  name: string
  /** What to type as username and password */
  hint: string
}

const appPassword = (where: string) =>
  `Username: your whole address. Password: an app password, not your usual one. You make it ${where}.`

const tls = { port: 465, security: 'tls' } as const
const startTls = { port: 587, security: 'starttls' } as const

/** Well-known email providers. Choosing one fills in the form. */
export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    ...startTls,
    hint: 'Username and password: the SMTP login and the SMTP key from “SMTP & API” in your Brevo account.',
  },
  {
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    ...tls,
    hint: appPassword('at Fastmail under Settings > Privacy & Security'),
  },
  {
    name: 'Gmail or Google Workspace',
    host: 'smtp.gmail.com',
    ...tls,
    hint: appPassword('in your Google account, once 2-Step Verification is on there'),
  },
  {
    name: 'iCloud',
    host: 'smtp.mail.me.com',
    ...startTls,
    hint: appPassword('in your Apple account under Sign-In and Security'),
  },
  {
    name: 'Mailgun',
    host: 'smtp.mailgun.org',
    ...tls,
    hint: 'Username and password: the SMTP credentials of your domain at Mailgun. For domains in the EU, the server is smtp.eu.mailgun.org.',
  },
  {
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    ...startTls,
    hint: 'Username: your whole address. An administrator must allow “Authenticated SMTP” for this mailbox first. Microsoft is ending sign-ins with a password: if yours is refused, use another provider.',
  },
  {
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    ...startTls,
    hint: 'Username and password: both are the Server API token of your server at Postmark.',
  },
  {
    name: 'SendGrid',
    host: 'smtp.sendgrid.net',
    ...startTls,
    hint: 'Username: apikey, exactly like this. Password: an API key from your SendGrid account.',
  },
  {
    name: 'Yahoo',
    host: 'smtp.mail.yahoo.com',
    ...tls,
    hint: appPassword('in your Yahoo account under Security'),
  },
  {
    name: 'Zoho',
    host: 'smtp.zoho.com',
    ...tls,
    hint: appPassword('in your Zoho account under Security, if two-factor sign-in is on there'),
  },
]
