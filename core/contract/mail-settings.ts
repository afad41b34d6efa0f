import * as z from 'zod/mini'
import { emailAddress } from './email.ts'
import { endpoint } from './endpoint.ts'
import { mailRead } from './outbox.ts'
import { settingsForm, withVersion } from './settings-version.ts'

export const mailSettings = z.strictObject({
  /** Notifications about new entries: one email per entry right away, or one email per day */
  leadNotices: z.enum(['each', 'daily']),
})
export type MailSettings = z.infer<typeof mailSettings>

const mailSettingsResponse = withVersion({
  settings: mailSettings,
  /** Host of the mail server (SMTP_URL); null if none is configured. */
  server: z.nullable(z.string()),
  /** Sender address of all emails. */
  from: z.string(),
  /** Recipient of notifications about new entries; null if there is none. */
  notifyEmail: z.nullable(z.string()),
})
export type MailSettingsResponse = z.infer<typeof mailSettingsResponse>

export const { read: mailSettingsRead, update: mailSettingsUpdate } = settingsForm('/api/settings/mail', {
  read: 'Read how emails are sent',
  update: 'Set when you’re notified of new entries',
  values: mailSettings.shape,
  response: mailSettingsResponse,
})

export const testMailCreate = endpoint('POST', '/api/outbox/test', {
  summary: 'Write a test email',
  description: 'It goes through the Outbox like every other email.',
  body: z.strictObject({ to: emailAddress() }),
  response: { 201: mailRead.response },
})
