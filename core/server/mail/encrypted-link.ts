import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/connect.ts'
import { readSecret } from '../db/settings.ts'

const keyName = 'mail_link_key'
const algorithm = 'aes-256-gcm'

/** Placeholder for the secret link in an email's text and HTML */
export const linkMark = '{{link}}'

/**
 * Encrypts a secret link while its email waits in the outbox, so that no list, log, or query of the table shows a
 * working link. The key is in another table, shared by all instances.
 */
export async function sealLink(tx: Queryable, link: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, await readKey(tx), iv)
  const sealed = Buffer.concat([cipher.update(link, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The parts of an email that can contain the placeholder */
type Sealed = { text: string; html: string | null; calendar?: string | null; sealedLink: string | null }

/** The email with its link decrypted, both as `link` and in place of the placeholders */
export async function withLink<Mail extends Sealed>(
  db: Queryable,
  mail: Mail,
): Promise<Mail & { link: string | null }> {
  if (mail.sealedLink === null) return { ...mail, link: null }
  const link = await openLink(db, mail.sealedLink)
  return {
    ...mail,
    link,
    text: mail.text.replaceAll(linkMark, link),
    html: mail.html?.replaceAll(linkMark, link) ?? null,
    ...(mail.calendar && { calendar: await fillCalendar(mail.calendar, link) }),
  }
}

/** Lines of a calendar have a max length, so a line break may be inside the placeholder, and the link makes a line longer. */
async function fillCalendar(calendar: string, link: string): Promise<string> {
  const { foldLines } = await import('ical-generator')
  return foldLines(calendar.replaceAll('\r\n ', '').replaceAll(linkMark, link))
}

/** Decrypts the result of `sealLink`. */
export async function openLink(db: Queryable, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, await readKey(db), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

// New keys are base64url, and older ones are base64. Node decodes both as `base64`.
const readKey = async (db: Queryable) => Buffer.from(await readSecret(db, keyName), 'base64')
