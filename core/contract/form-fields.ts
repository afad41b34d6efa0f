import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { endpoint } from './endpoint.ts'

// Shared by all forms: checks of fields, with the messages below them.

/** Shown above a form that was refused. The messages below the fields say what is wrong. */
export const correctFields = 'Please fix the fields below.'

/** Follows the message that an entry could not be sent, if the device is offline */
export const offlineAdvice =
  'You’re offline. Everything you typed is still here. Send it again when you’re back online.'

/** Name of the honeypot: a hidden field that only bots fill in */
export const honeypotField = 'website'

/**
 * Signed token with the time when the visitor first touched the form. Our pages send it. Entries without it are
 * accepted, because forms without JavaScript and other clients have none.
 */
export const formStart = z.string().check(z.maxLength(100))

export const formStartRead = endpoint('GET', '/api/form-start', {
  summary: 'Get a token for the start of filling in a form',
  description:
    'Send the token with one entry as `start`. It helps people get through while bots flood their network; entries without it are accepted, too.',
  response: z.object({ start: formStart }),
})

/** Seconds spent on a form, according to the client. The server ignores the value, because a bot could send any. */
export const secondsSpent = z.number().check(z.minimum(0))

export const tooLong = (max: number) => `Keep this to ${max.toLocaleString('en-US')} characters or fewer.`
export const shortText = (max: number) => z.string().check(z.trim(), z.maxLength(max, tooLong(max)))

/** Shown below an empty field that is required */
export const requiredMessage = 'Required'
export const notBlank = z.refine<string>((text) => text.trim() !== '', {
  error: requiredMessage,
  abort: true,
})
export const requiredEmail = z
  .string()
  .check(z.trim(), notBlank, z.refine<string>(isEmailAddress, invalidEmail))

/**
 * A calendar day such as 2026-11-22, without a time zone, that Postgres, JavaScript, and date fields all know. The years
 * are also bounds against slips of the keyboard.
 */
export const isoDayField = z.iso
  .date('Enter a date.')
  .check(z.refine((day) => day >= '2000-01-01' && day < '2201-01-01', 'Enter a date between 2000 and 2200.'))

export type FormCheck<Values> =
  | { ok: true; values: Values }
  | { ok: false; errors: Partial<Record<keyof Values, string>> }

/** Returns the parsed values, or the first error of each field. */
export function checkForm<Values>(schema: z.ZodMiniType<Values>, typed: unknown): FormCheck<Values> {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return { ok: true, values: parsed.data }
  const errors: Partial<Record<keyof Values, string>> = {}
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof Values] ??= issue.message
  return { ok: false, errors }
}
