import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { acceptSecretKey, explainKeyState, readKeyState } from './key-check.ts'
import { openSecret, sealSecret } from './seal.ts'
import { keyFileName, type SecretKeyConfig } from './secret-key.ts'

const place = { purpose: 'totp', row: 7 } as const
const keyA = 'a'.repeat(32)
const keyB = 'b'.repeat(32)

async function stage() {
  const dataDir = await temporaryFolder()
  const { instance } = await startTestServer()
  const configOf = (
    secretKey?: string,
    databaseUrl: string | undefined = 'postgres://elsewhere',
  ): SecretKeyConfig => ({ secretKey, databaseUrl, dataDir })
  return {
    db: instance.db,
    dataDir,
    configOf,
    embedded: { secretKey: undefined, databaseUrl: undefined, dataDir },
  }
}

describe('a sealed secret', () => {
  test('opens with the same key in the same place only, and is different each time', async () => {
    const { db, configOf } = await stage()
    const config = configOf(keyA)
    const sealed = await sealSecret(db, config, place, 'päss')
    expect(sealed).not.toContain('päss')
    expect(await sealSecret(db, config, place, 'päss')).not.toBe(sealed)
    expect(await openSecret(config, place, sealed)).toBe('päss')
    expect(await openSecret(config, { ...place, row: 8 }, sealed)).toBeUndefined()
    expect(await openSecret(config, { purpose: 'key-check', row: 7 }, sealed)).toBeUndefined()
    expect(await openSecret(configOf(keyB), place, sealed)).toBeUndefined()
    expect(await openSecret(configOf(), place, sealed)).toBeUndefined()
    for (let index = 0; index < sealed.length; index++) {
      const letter = sealed[index] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, index) + letter + sealed.slice(index + 1)
      // The last character of base64url has bits that mean nothing.
      if (index < sealed.length - 1) expect(await openSecret(config, place, changed), changed).toBeUndefined()
    }
    for (const broken of ['', 'v1.', 'v1.AAAA', sealed.slice(0, -4), `${sealed}AAAA`])
      expect(await openSecret(config, place, broken), broken).toBeUndefined()
  })
})

describe('the key', () => {
  test('is a file that only its owner can read, with the embedded database and without SECRET_KEY', async () => {
    const { db, dataDir, embedded } = await stage()
    expect(await readKeyState(db, embedded)).toBe('unused')
    // Several seal at once, and all get the same key.
    const sealed = await Promise.all(
      Array.from({ length: 8 }, (_, row) => sealSecret(db, embedded, { purpose: 'totp', row }, `s${row}`)),
    )
    for (const [row, one] of sealed.entries())
      expect(await openSecret(embedded, { purpose: 'totp', row }, one)).toBe(`s${row}`)
    const file = await stat(join(dataDir, keyFileName))
    expect(file.mode & 0o777).toBe(0o600)
    expect((await readFile(join(dataDir, keyFileName), 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
    expect(await readKeyState(db, embedded)).toBe('right')
  })

  test('must be set with a database elsewhere, once something is sealed', async () => {
    const { db, configOf } = await stage()
    expect(explainKeyState(await readKeyState(db, configOf()), configOf())).toBeUndefined()
    await expect(sealSecret(db, configOf(), place, 'x')).rejects.toMatchObject({
      code: 'no-secret-key',
      detail: expect.stringContaining('set SECRET_KEY to at least 32 random characters'),
    })
    expect(await readKeyState(db, configOf())).toBe('unused')
  })

  test('that is wrong or missing is recognized, seals nothing, and loses nothing', async () => {
    const { db, dataDir, configOf, embedded } = await stage()
    const sealed = await sealSecret(db, configOf(keyA), place, 'kept')
    const cases: [SecretKeyConfig, string, RegExp][] = [
      [configOf(keyB), 'wrong', /^SECRET_KEY is not the key that this site’s secrets are sealed with\./],
      [configOf(), 'missing', /^SECRET_KEY is missing\. Nothing is lost/],
      [embedded, 'missing', /^the file secret-key in DATA_DIR is missing\./i],
    ]
    for (const [config, state, words] of cases) {
      expect(await readKeyState(db, config)).toBe(state)
      expect(explainKeyState(await readKeyState(db, config), config)).toMatch(words)
      await expect(sealSecret(db, config, place, 'x')).rejects.toMatchObject({
        code: 'no-secret-key',
        detail: expect.stringMatching(words),
      })
    }
    await expect(stat(join(dataDir, keyFileName))).rejects.toThrow('ENOENT')
    // A file that was cut off holds no key, and is not replaced.
    await writeFile(join(dataDir, keyFileName), 'b')
    expect(await readKeyState(db, embedded)).toBe('missing')
    await writeFile(join(dataDir, keyFileName), keyB)
    expect(await readKeyState(db, embedded)).toBe('wrong')
    expect(await openSecret(configOf(keyA), place, sealed)).toBe('kept')
  })

  test('can be replaced on purpose when it is lost, and what the earlier one sealed stays', async () => {
    const { db, configOf, embedded } = await stage()
    const sealed = await sealSecret(db, configOf(keyA), place, 'kept')
    expect(await acceptSecretKey(db, configOf())).toBe('none')
    expect(await acceptSecretKey(db, configOf(keyA))).toBe('same')
    expect(await acceptSecretKey(db, configOf(keyB))).toBe('accepted')
    expect(await readKeyState(db, configOf(keyB))).toBe('right')
    expect(await openSecret(configOf(keyB), place, sealed)).toBeUndefined()
    const next = await sealSecret(db, configOf(keyB), place, 'next')
    expect(await openSecret(configOf(keyB), place, next)).toBe('next')
    expect(await acceptSecretKey(db, configOf(keyA))).toBe('accepted')
    expect(await openSecret(configOf(keyA), place, sealed)).toBe('kept')
    expect(await acceptSecretKey(db, embedded)).toBe('accepted')
    expect(await readKeyState(db, embedded)).toBe('right')
  })
})
