import { z } from 'zod/mini'
import type { FormPage } from '../http/plain-form.ts'
import type { TooMany } from './guess-limit.ts'
import { tooManyTries } from './password-messages.ts'

/** A field of the account forms. A field that the browser left out is blank. */
export const text = z._default(z.string().check(z.maxLength(1000)), '')
/** A field that some of the account forms do not have */
export const optionalText = z.optional(z.string().check(z.maxLength(1000)))

/** The problem that an account form shows while the database is unreachable */
export const unreachable = 'We’re having trouble on our end. Please try again in a moment.'

/** The form again, for a user who has guessed too often. `show` puts the message where the form shows it. */
export function showTooMany<Shown>(
  { retryAfterSeconds }: TooMany,
  show: (message: string) => Shown,
): FormPage<Shown> {
  return { status: 429, retryAfterSeconds, shown: show(tooManyTries(retryAfterSeconds)) }
}
