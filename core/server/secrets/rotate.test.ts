import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { totpApps } from '../../../features/accounts/schema/second-factor.ts'
import { sealedTotp } from '../../../features/accounts/server/second-factor/totp.ts'
import { connections } from '../../../features/connections/schema.ts'
import { placeOf, sealedConnections } from '../../../features/connections/server/stored-connections.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { acceptSecretKey, explainKeyState, finishRotation, readKeyState } from './key-check.ts'
import { rotateSecretKey } from './rotate.ts'
import { openSecret, sealSecret } from './seal.ts'
import type { SecretKeyConfig } from './secret-key.ts'

const keyA = 'a'.repeat(32)
const keyB = 'b'.repeat(32)
const columns = [...sealedTotp, sealedConnections]
const aiValues = {
  provider: 'anthropic',
  address: '',
  model: 'm',
  priceIn: null,
  priceOut: null,
  monthlyBudget: null,
} as const
const aiPlace = placeOf('ai', aiValues)
const totpPlace = { purpose: 'totp', row: 1 } as const

/** A site with two secrets, sealed with the key of `config` */
async function stage(config: Partial<SecretKeyConfig>) {
  const dataDir = await temporaryFolder()
  const server = await startTestServer()
  const { db } = server.instance
  const configOf = (more: Partial<SecretKeyConfig>): SecretKeyConfig => ({
    secretKey: undefined,
    databaseUrl: 'postgres://elsewhere',
    dataDir,
    ...more,
  })
  await server.signIn()
  const sealing = configOf(config)
  await db.insert(totpApps).values({
    userId: 1,
    sealedSecret: await sealSecret(db, sealing, totpPlace, 'totp secret'),
    lastStep: 0,
  })
  await db.insert(connections).values({
    kind: 'ai',
    values: aiValues,
    sealedSecret: await sealSecret(db, sealing, aiPlace, 'sk-secret'),
  })
  /** What the secrets open to with these keys */
  async function open(with_: Partial<SecretKeyConfig>) {
    const [app] = await db.select().from(totpApps).where(eq(totpApps.userId, 1))
    const [row] = await db.select().from(connections)
    return [
      await openSecret(configOf(with_), totpPlace, app?.sealedSecret ?? ''),
      await openSecret(configOf(with_), aiPlace, row?.sealedSecret ?? ''),
    ]
  }
  return { ...server, db, dataDir, configOf, open, path: (name: string) => join(dataDir, name) }
}

/** The last secret can't be stored. */
const failing = [
  ...sealedTotp,
  { ...sealedConnections, replace: () => Promise.reject(new Error('no space')) },
]
const both = ['totp secret', 'sk-secret']
const none = [undefined, undefined]

describe('a rotation of SECRET_KEY', () => {
  test('seals everything with the new key, and is recorded', async () => {
    const { db, configOf, open, query } = await stage({ secretKey: keyA })
    const config = configOf({ secretKey: keyB, earlierSecretKey: keyA })
    // Both keys are set in every instance first, so that nothing fails in between.
    expect(await readKeyState(db, config)).toBe('earlier')
    expect(explainKeyState('earlier', config)).toContain('npm run admin -- rotate-secret-key')
    expect(await open({ secretKey: keyB, earlierSecretKey: keyA })).toEqual(both)
    expect(await rotateSecretKey(db, config, columns)).toEqual({
      outcome: 'rotated',
      resealed: 2,
      unreadable: 0,
      hasKeptFile: false,
    })
    expect(await open({ secretKey: keyB })).toEqual(both)
    expect(await open({ secretKey: keyA })).toEqual(none)
    expect(await readKeyState(db, configOf({ secretKey: keyB }))).toBe('right')
    expect(await query(`select actor from activity where action = 'secret-key-rotated'`)).toEqual([
      { actor: 'command' },
    ])
    expect(await rotateSecretKey(db, config, columns)).toEqual({ outcome: 'same' })
  })

  test('takes an earlier key that was typed, and refuses a wrong one', async () => {
    const { db, configOf, open } = await stage({ secretKey: keyA })
    const config = configOf({ secretKey: keyB })
    expect(await rotateSecretKey(db, config, columns)).toEqual({ outcome: 'wrong-key' })
    expect(await rotateSecretKey(db, config, columns, 'c'.repeat(32))).toEqual({ outcome: 'wrong-key' })
    expect(await open({ secretKey: keyA })).toEqual(both)
    expect(await rotateSecretKey(db, config, columns, keyA)).toMatchObject({ resealed: 2 })
    expect(await open({ secretKey: keyB })).toEqual(both)
  })

  test('does not bring back a secret that an owner removes at the same moment', async () => {
    const { db, configOf, query } = await stage({ secretKey: keyA })
    const config = configOf({ secretKey: keyB, earlierSecretKey: keyA })
    const local = {
      ...aiValues,
      provider: 'openai-compatible',
      address: 'http://localhost:11434/v1',
    } as const
    let rotation: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.update(connections).set({ values: local, sealedSecret: null })
      rotation = rotateSecretKey(db, config, columns)
      await expect
        .poll(() => query('select 1 as waits from pg_locks where not granted'))
        .toEqual([{ waits: 1 }])
    })
    expect(await rotation).toMatchObject({ outcome: 'rotated', resealed: 1 })
    expect(await query('select sealed_secret from connections')).toEqual([{ sealed_secret: null }])
  })

  test('needs a new key, and something that is sealed', async () => {
    const { db, configOf, query } = await stage({ secretKey: keyA })
    expect(await rotateSecretKey(db, configOf({}), columns)).toEqual({ outcome: 'no-new-key' })
    await query(`delete from settings where key = 'secret_key_check'`)
    expect(await rotateSecretKey(db, configOf({ secretKey: keyB }), columns)).toEqual({ outcome: 'unused' })
  })

  test('leaves secrets alone that no key opens', async () => {
    const { db, configOf, open, query } = await stage({ secretKey: keyA })
    await query(`update totp_apps set sealed_secret = 'v1.AAAA'`)
    const config = configOf({ secretKey: keyB, earlierSecretKey: keyA })
    expect(await rotateSecretKey(db, config, columns)).toMatchObject({ resealed: 1, unreadable: 1 })
    expect(await query('select sealed_secret from totp_apps')).toEqual([{ sealed_secret: 'v1.AAAA' }])
    expect(await open({ secretKey: keyB })).toEqual([undefined, 'sk-secret'])
  })

  test('changes nothing if one secret can’t be stored', async () => {
    const { db, configOf, open } = await stage({ secretKey: keyA })
    const config = configOf({ secretKey: keyB, earlierSecretKey: keyA })
    await expect(rotateSecretKey(db, config, failing)).rejects.toThrow('no space')
    expect(await open({ secretKey: keyA })).toEqual(both)
    expect(await readKeyState(db, configOf({ secretKey: keyA }))).toBe('right')
  })

  test('waits for a secret that is being stored, and the next one waits for it', async () => {
    const { db, configOf, open, query } = await stage({ secretKey: keyA })
    const config = configOf({ secretKey: keyB, earlierSecretKey: keyA })
    const storing = Promise.withResolvers<void>()
    const isSealed = Promise.withResolvers<void>()
    const store = db.transaction(async (tx) => {
      const sealedSecret = await sealSecret(tx, configOf({ secretKey: keyA }), aiPlace, 'sk-next')
      isSealed.resolve()
      await storing.promise
      await tx.update(connections).set({ sealedSecret })
    })
    await isSealed.promise
    const rotation = rotateSecretKey(db, config, columns)
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => query(waiting)).toHaveLength(1)
    storing.resolve()
    await store
    expect(await rotation).toMatchObject({ resealed: 2 })
    expect(await open({ secretKey: keyB })).toEqual(['totp secret', 'sk-next'])
    // An instance that has only the earlier key stores nothing that the others can't read.
    await expect(sealSecret(db, configOf({ secretKey: keyA }), aiPlace, 'x')).rejects.toMatchObject({
      code: 'no-secret-key',
    })
  })
})

describe('a rotation of the key file', () => {
  const embedded = { databaseUrl: undefined }

  test('makes a new file and keeps the earlier one for backups', async () => {
    const { db, configOf, open, path } = await stage(embedded)
    const before = await readFile(path('secret-key'), 'utf8')
    expect(await rotateSecretKey(db, configOf(embedded), columns)).toMatchObject({
      resealed: 2,
      hasKeptFile: true,
    })
    expect(await readFile(path('secret-key.old'), 'utf8')).toBe(before)
    expect(await readFile(path('secret-key'), 'utf8')).not.toBe(before)
    expect((await stat(path('secret-key'))).mode & 0o777).toBe(0o600)
    await rm(path('secret-key.old'))
    expect(await open(embedded)).toEqual(both)
    expect(await readKeyState(db, configOf(embedded))).toBe('right')
  })

  test('moves to SECRET_KEY, and back to a file', async () => {
    const { db, configOf, open, path } = await stage(embedded)
    const withKey = { ...embedded, secretKey: keyB }
    expect(await readKeyState(db, configOf(withKey))).toBe('earlier')
    expect(await rotateSecretKey(db, configOf(withKey), columns)).toMatchObject({ resealed: 2 })
    await rm(path('secret-key'))
    expect(await open(withKey)).toEqual(both)
    expect(await readKeyState(db, configOf(embedded))).toBe('missing')
    const back = configOf({ ...embedded, earlierSecretKey: keyB })
    expect(await rotateSecretKey(db, back, columns)).toMatchObject({ resealed: 2, hasKeptFile: true })
    expect(await open(embedded)).toEqual(both)
  })

  test('that was killed before the new file was in place is finished', async () => {
    const { db, configOf, open, path } = await stage(embedded)
    await rotateSecretKey(db, configOf(embedded), columns)
    // As after a kill between the commit and the move
    await rename(path('secret-key'), path('secret-key.new'))
    await rename(path('secret-key.old'), path('secret-key'))
    const next = await readFile(path('secret-key.new'), 'utf8')
    expect(await open(embedded)).toEqual(both)
    expect(await readKeyState(db, configOf(embedded))).toBe('earlier')
    for (let start = 0; start < 2; start++) await finishRotation(db, configOf(embedded))
    expect(await readFile(path('secret-key'), 'utf8')).toBe(next)
    expect((await readdir(path('.'))).sort()).toEqual(['secret-key', 'secret-key.old'])
    expect(await open(embedded)).toEqual(both)
    expect(await readKeyState(db, configOf(embedded))).toBe('right')
    // The next rotation must not lose the key, either.
    await rename(path('secret-key'), path('secret-key.new'))
    await expect(rotateSecretKey(db, configOf(embedded), failing)).rejects.toThrow('no space')
    expect(await open(embedded)).toEqual(both)
    expect(await rotateSecretKey(db, configOf(embedded), columns)).toMatchObject({ resealed: 2 })
    expect(await open(embedded)).toEqual(both)
  })

  test('that was killed before the commit leaves no trace', async () => {
    const { db, configOf, open, path } = await stage(embedded)
    await writeFile(path('secret-key.new'), 'c'.repeat(43))
    expect(await open(embedded)).toEqual(both)
    await finishRotation(db, configOf(embedded))
    expect(await readdir(path('.'))).toEqual(['secret-key'])
    expect(await open(embedded)).toEqual(both)
  })

  test('is not needed to go on with a lost key', async () => {
    const { db, configOf, open, path } = await stage(embedded)
    await rm(path('secret-key'))
    expect(await readKeyState(db, configOf(embedded))).toBe('missing')
    expect(await rotateSecretKey(db, configOf(embedded), columns)).toEqual({ outcome: 'wrong-key' })
    expect(await acceptSecretKey(db, configOf(embedded))).toBe('accepted')
    expect(await open(embedded)).toEqual(none)
    expect(await sealSecret(db, configOf(embedded), aiPlace, 'x')).toMatch(/^v1\./)
  })
})

test('a rotation covers every column with sealed secrets', async () => {
  const { query } = await stage({ secretKey: keyA })
  const rows = await query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed%'`,
  )
  // The key of links in emails is in the database (core/server/mail/encrypted-link.ts).
  const others = ['outbox_messages.sealed_link']
  expect(rows.map(({ name }) => name).sort()).toEqual([...columns.map(({ name }) => name), ...others].sort())
})
