import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../../editing/local-copy.ts'

const letterCopy = z.object({
  /** The same for each attempt to send this letter, which may have arrived although no response came back */
  key: z.string(),
  subject: z.string(),
  body: z.string(),
})
export type LetterCopy = z.infer<typeof letterCopy>

/** Each user of this browser has letters of their own. */
export const copyKeyOf = (username: string, email: string) => `letter:${username}:${email.toLowerCase()}`

/** Reads a letter that was not sent yet from this browser's storage. */
export const readLetterCopy = (copyKey: string) => readLocalCopy(copyKey, letterCopy)

export const hasLetterCopy = (copyKey: string) => readLetterCopy(copyKey) !== undefined

export const dropLetterCopy = dropLocalCopy

/** Keeps a letter until it is sent. A letter without text is not kept. */
export function keepLetterCopy(copyKey: string, copy: LetterCopy): void {
  if (copy.body.trim() === '') dropLocalCopy(copyKey)
  else writeLocalCopy(copyKey, copy)
}
