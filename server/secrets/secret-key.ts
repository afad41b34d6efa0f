import { hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, minSecretKeyLength } from '../config.ts'

export type SecretKeyConfig = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>

/** Name of the key file in DATA_DIR, for sites with the embedded database and without SECRET_KEY */
export const keyFileName = 'secret-key'

/** The key for AES-256 from SECRET_KEY or else from the key file, or undefined if there is neither */
export async function findSecretKey(config: SecretKeyConfig): Promise<Buffer | undefined> {
  const text = config.secretKey ?? (await readKeyFile(config))
  return text === undefined ? undefined : deriveKey(text)
}

/**
 * Writes a key file with a random key, readable by its owner only. Returns undefined for a site with a database of its
 * own: its instances need the same key, so it must be in SECRET_KEY.
 */
export async function createSecretKey(config: SecretKeyConfig): Promise<Buffer | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  const file = join(config.dataDir, keyFileName)
  const complete = `${file}.${randomBytes(6).toString('hex')}`
  const text = `${randomBytes(32).toString('base64url')}\n`
  // Flushed to the disk before anything is sealed with it: after a power cut, the rows must not outlive the key.
  await writeFile(complete, text, { mode: 0o600, flag: 'wx', flush: true })
  // Unlike a rename, a link never replaces a key that another process has written first.
  await link(complete, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(complete)
  const folder = await open(config.dataDir)
  await folder.sync().finally(() => folder.close())
  return findSecretKey(config)
}

async function readKeyFile({ databaseUrl, dataDir }: SecretKeyConfig): Promise<string | undefined> {
  if (databaseUrl !== undefined) return undefined
  try {
    const text = (await readFile(join(dataDir, keyFileName), 'utf8')).trim()
    // A file that was cut off, or emptied, holds a key that anyone could guess.
    return text.length < minSecretKeyLength ? undefined : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** SECRET_KEY is random text of any length, so its 32 bytes for AES come from HKDF (RFC 5869). */
function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, 'everyday-ai', 'seal', 32))
}
