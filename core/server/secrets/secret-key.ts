import { hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, minSecretKeyLength } from '../../config.ts'

export type SecretKeyConfig = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'earlierSecretKey'>>

/** Name of the key file in DATA_DIR, for sites with the embedded database and without SECRET_KEY */
export const keyFileName = 'secret-key'
/** The key file that a rotation puts in place once everything is sealed with it */
const nextFileName = `${keyFileName}.new`
/** The key file before the last rotation, which opens backups of that time */
export const earlierFileName = `${keyFileName}.old`

/** The key for AES-256 from SECRET_KEY or else from the key file, or undefined if there is neither */
export async function findSecretKey(config: SecretKeyConfig): Promise<Buffer | undefined> {
  const text = config.secretKey ?? (await readKeyFile(config, keyFileName))
  return text === undefined ? undefined : deriveKey(text)
}

/**
 * All keys that are there, the current one first. The others are earlier ones, or the one of a rotation that is under
 * way, with which secrets can be opened, too.
 */
export async function listSecretKeys(config: SecretKeyConfig): Promise<Buffer[]> {
  const files = [keyFileName, nextFileName, earlierFileName]
  const texts = [
    config.secretKey,
    config.earlierSecretKey,
    ...(await Promise.all(files.map((name) => readKeyFile(config, name)))),
  ]
  return [...new Set(texts.filter((text) => text !== undefined))].map(deriveKey)
}

/**
 * Writes a key file with a random key, readable by its owner only. Returns undefined for a site with a database of its
 * own: its instances need the same key, so it must be in SECRET_KEY.
 */
export async function createSecretKey(config: SecretKeyConfig): Promise<Buffer | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  await writeKeyFile(config, keyFileName)
  return findSecretKey(config)
}

/** Writes the key file of a rotation, which `placeNextKey` puts in place. Replaces one that was left unused. */
export async function createNextKey(config: SecretKeyConfig): Promise<Buffer> {
  await rm(join(config.dataDir, nextFileName), { force: true })
  await writeKeyFile(config, nextFileName)
  const key = await findNextKey(config)
  if (!key) throw new Error('the new key file can’t be read')
  return key
}

/** The key of a rotation that is under way, or that was cut off */
export async function findNextKey(config: SecretKeyConfig): Promise<Buffer | undefined> {
  const text = await readKeyFile(config, nextFileName)
  return text === undefined ? undefined : deriveKey(text)
}

/** Makes the next key file the key file and keeps the earlier one beside it. Can be repeated after it was cut off. */
export async function placeNextKey({ dataDir }: SecretKeyConfig): Promise<void> {
  const [file, next, earlier] = [keyFileName, nextFileName, earlierFileName].map((name) =>
    join(dataDir, name),
  ) as [string, string, string]
  await rm(earlier, { force: true })
  await link(file, earlier).catch(ignoring('ENOENT'))
  // Replaces the key file in one step. A process that has finished the rotation in the meantime has moved it already.
  await rename(next, file).catch(ignoring('ENOENT'))
  await syncFolder(dataDir)
}

/** Removes the key file of a rotation that has changed nothing. */
export async function dropNextKey({ dataDir }: SecretKeyConfig): Promise<void> {
  await rm(join(dataDir, nextFileName), { force: true })
}

async function writeKeyFile({ dataDir }: SecretKeyConfig, name: string): Promise<void> {
  const file = join(dataDir, name)
  const complete = `${file}.${randomBytes(6).toString('hex')}`
  const text = `${randomBytes(32).toString('base64url')}\n`
  // Flushed to the disk before anything is sealed with it: after a power cut, the rows must not outlive the key.
  await writeFile(complete, text, { mode: 0o600, flag: 'wx', flush: true })
  // Unlike a rename, a link never replaces a key that another process has written first.
  await link(complete, file).catch(ignoring('EEXIST'))
  await unlink(complete)
  await syncFolder(dataDir)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function readKeyFile(
  { databaseUrl, dataDir }: SecretKeyConfig,
  name: string,
): Promise<string | undefined> {
  if (databaseUrl !== undefined) return undefined
  try {
    const text = (await readFile(join(dataDir, name), 'utf8')).trim()
    // A file that was cut off, or emptied, holds a key that anyone could guess.
    return text.length < minSecretKeyLength ? undefined : text
  } catch (error) {
    return ignoring('ENOENT')(error as NodeJS.ErrnoException)
  }
}

const ignoring = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
  return undefined
}

/** SECRET_KEY is random text of any length, so its 32 bytes for AES come from HKDF (RFC 5869). */
export function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, 'everyday-ai', 'seal', 32))
}
