import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The purpose and the row that a sealed text belongs to. It opens nowhere else. */
export type Place = { purpose: 'key-check' | 'totp' | 'connection'; row: number | string }

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** Names the format, in case that it changes. */
const prefix = 'v1.'

export function encrypt(key: Buffer, place: Place, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(toBytes(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Returns undefined if the text was sealed with another key or for another place, or was changed. */
export function decrypt(key: Buffer, place: Place, sealed: string): string | undefined {
  if (!sealed.startsWith(prefix)) return undefined
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
  if (bytes.length < ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(toBytes(place))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const toBytes = ({ purpose, row }: Place) => Buffer.from(JSON.stringify([purpose, row]))
