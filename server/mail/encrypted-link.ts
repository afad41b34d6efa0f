import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../db/connect.ts'
import { addSetting, readSetting } from '../db/settings.ts'

const keyName = 'mail_link_key'
const algorithm = 'aes-256-gcm'

/** What stands in a mail's text and HTML for the link that opens something. */
export const linkMark = '{{link}}'

/**
 * A link that opens something must wait in the outbox until the mail leaves. It lies there sealed, so that a list, a
 * log or a look at the table shows no link that works; the key lies elsewhere, and all instances share it.
 */
export async function sealLink(tx: Queryable, link: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, await readKey(tx), iv)
  const sealed = Buffer.concat([cipher.update(link, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** A mail as it is sent, handed over or shown to a person: with its link in place, and beside it. */
export async function withLink<Mail extends { text: string; html: string | null; sealedLink: string | null }>(
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
  }
}

/** What `sealLink` has sealed. */
export async function openLink(db: Queryable, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, await readKey(db), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Creates the key at its first use. */
async function readKey(db: Queryable): Promise<Buffer> {
  const find = () => readSetting(db, keyName, z.string())
  const known = await find()
  // Another instance may add it first, so read it again.
  if (known === undefined) await addSetting(db, keyName, randomBytes(32).toString('base64'))
  return Buffer.from(known ?? z.string().parse(await find()), 'base64')
}
