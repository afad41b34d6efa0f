import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'

/** `PUT /api/settings/mail` */
export const mailSettings = z.strictObject({
  /** When the owner hears of new entries: of each at once, or of all once a day. */
  leadNotices: z.enum(['each', 'daily']),
})
export type MailSettings = z.infer<typeof mailSettings>

export const mailSettingsResponse = z.object({
  settings: mailSettings,
  /** Whether a mail server is configured (SMTP_URL). Its name, without sign-in. */
  server: z.nullable(z.string()),
  /** The address that mails come from. */
  from: z.string(),
  /** Who hears of new entries; null where nobody does. */
  notifyEmail: z.nullable(z.string()),
})

/** `POST /api/outbox/test` */
export const testMailRequest = z.strictObject({
  to: z.string().check(
    z.trim(),
    z.refine(isEmailAddress, {
      error: invalidEmail,
      abort: true,
    }),
  ),
})
