import { z } from 'zod/mini'

/** A field of the account forms. A field that the browser left out is blank. */
export const text = z._default(z.string().check(z.maxLength(1000)), '')
/** A field that some of the account forms do not have */
export const optionalText = z.optional(z.string().check(z.maxLength(1000)))

/** The problem that an account form shows while the database is unreachable */
export const unreachable = 'We’re having trouble on our end. Please try again in a moment.'
