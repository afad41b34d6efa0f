import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'

// What every form that people send us has in common: the checks of its fields, with the words that are shown below them.

/** Above a form that came back: the fields themselves say the rest. */
export const correctFields = 'Please fix the fields below.'

/** After the words for an entry that could not be sent, where the device has no network. */
export const offlineAdvice =
  'You’re offline. Everything you typed is still here. Send it again when you’re back online.'

/** Name of the field that people do not see: what fills it in is a machine. */
export const honeypotField = 'website'

/**
 * When somebody first touched a form, signed by the server: our own pages ask for it and send it along. Calls that do
 * without are taken as well.
 */
export const formStart = z.string().check(z.maxLength(100))

/** `GET /api/form-start` */
export const formStartResponse = z.object({ start: formStart })

/** How long somebody took, as the caller says: anybody can say so, and it counts for nothing. */
export const secondsSpent = z.number().check(z.minimum(0))

export const tooLong = (most: number) => `Keep this to ${most.toLocaleString('en-US')} characters or fewer.`
export const notBlank = z.refine<string>((text) => text.trim() !== '', { error: 'Required', abort: true })

/** Each of at most so many UTF-16 code units, as `maxlength` counts them. */
export const optionalText = (most: number) => z.string().check(z.maxLength(most, tooLong(most)))
export const requiredText = (most: number) => z.string().check(notBlank, z.maxLength(most, tooLong(most)))
export const requiredEmail = z
  .string()
  .check(z.trim(), notBlank, z.refine<string>(isEmailAddress, invalidEmail))

export type FormCheck<Values> =
  | { ok: true; values: Values }
  | { ok: false; errors: Partial<Record<keyof Values, string>> }

/** The values as the schema has them, or the first mistake of each field. */
export function checkForm<Values>(schema: z.ZodMiniType<Values>, typed: unknown): FormCheck<Values> {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return { ok: true, values: parsed.data }
  const errors: Partial<Record<keyof Values, string>> = {}
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof Values] ??= issue.message
  return { ok: false, errors }
}
