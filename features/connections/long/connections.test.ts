import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../core/server/db/connect.ts'
import { readKeyState } from '../../../core/server/secrets/key-check.ts'
import { openSecret, sealSecret } from '../../../core/server/secrets/seal.ts'
import { type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { signIn } from '../../../tests/helpers/sign-in.ts'
import { type StartedPair, startPair } from '../../../tests/helpers/start-instances.ts'
import { sealedTotp } from '../../accounts/server/second-factor/totp.ts'
import { withClient } from '../../backups/testing/backups.ts'
import { sealedConnections } from '../server/stored-connections.ts'
import { aiForm } from '../testing/connections.ts'

const rounds = 20
const maxMs = 1000
const kills = 20
const accounts = 300
const keys = ['a'.repeat(40), 'b'.repeat(40)] as const

let instances: StartedPair['instances']
let connectionString: string
let fake: FakeAi
let cookie: string

beforeAll(async () => {
  const pair = await startPair({ SECRET_KEY: keys[0], SECRET_KEY_OLD: keys[1] })
  ;({ instances, connectionString } = pair)
  fake = await startFakeAi()
  cookie = await signIn(instances[0].url)
  return async () => {
    await pair.stop()
    await fake.close()
  }
})

/** Sends a request of the admin to one instance. */
const send = (instance: 0 | 1, path: string, options: { json?: unknown; method?: string } = {}) =>
  instances[instance].send(path, { cookie, ...options })

/** The model that an instance works with now; undefined for none */
async function modelOf(instance: 0 | 1): Promise<string | undefined> {
  const { service } = await (await send(instance, '/api/ai/services')).json()
  return service?.model
}

describe('a change of a connection', () => {
  test(`counts in every instance within ${maxMs} ms, ${rounds} times`, async () => {
    const slowest: number[] = []
    for (let round = 0; round < rounds; round++) {
      const isLast = round === rounds - 1
      const model = isLast ? undefined : `model-${round}`
      const json = { values: aiForm(fake, { model: model ?? '' }), secret: `sk-${round}` }
      const changed = isLast
        ? await send(0, '/api/settings/connections/ai', { method: 'DELETE' })
        : await send(0, '/api/settings/connections/ai', { method: 'PUT', json })
      expect(changed.status).toBe(200)
      const began = performance.now()
      // The instance that made the change knows it when it responds.
      expect(await modelOf(0)).toBe(model)
      while ((await modelOf(1)) !== model) {
        expect(performance.now() - began).toBeLessThan(maxMs)
        await sleep(5)
      }
      slowest.push(performance.now() - began)
    }
    console.info(`slowest: ${Math.max(...slowest).toFixed(0)} ms`)
  })
})

describe('a rotation of the secret key', () => {
  test(`that is killed ${kills} times leaves all secrets with the earlier key, or all with the new one`, async () => {
    const { db, close } = connect({ connectionString, poolSize: 2, log: { warn() {} } })
    const columns = [...sealedTotp, sealedConnections]
    const configOf = (secretKey: string) => ({
      secretKey,
      databaseUrl: connectionString,
      dataDir: '/nowhere',
    })
    await send(0, '/api/settings/connections/ai', {
      method: 'PUT',
      json: { values: aiForm(fake), secret: 'sk-kept' },
    })
    const places = Array.from(
      { length: accounts },
      (_, index) => ({ purpose: 'totp', row: index + 100 }) as const,
    )
    const sealed = await Promise.all(places.map((place) => sealSecret(db, configOf(keys[0]), place, 'kept')))
    await withClient(connectionString, async (client) => {
      await client.query(
        `insert into users (id, username, password) select n, 'User ' || n, 'x' from generate_series(100, ${99 + accounts}) n`,
      )
      for (const [index, place] of places.entries())
        await client.query('insert into totp_apps (user_id, sealed_secret, last_step) values ($1, $2, 0)', [
          place.row,
          sealed[index],
        ])
    })

    /** The key that opens every secret. Fails if there is none, or if the check is sealed with another one. */
    async function findKey(): Promise<number> {
      const rows = (await Promise.all(columns.map(({ list }) => list(db)))).flat()
      expect(rows).toHaveLength(accounts + 1)
      const opened = await Promise.all(
        keys.map(async (key) =>
          (
            await Promise.all(rows.map(({ place, sealed: text }) => openSecret(configOf(key), place, text)))
          ).filter((text) => text !== undefined),
        ),
      )
      const key = opened.findIndex((texts) => texts.length === rows.length)
      expect(opened.map((texts) => texts.length).sort((a, b) => a - b)).toEqual([0, rows.length])
      expect(await readKeyState(db, configOf(keys[key] ?? ''))).toBe('right')
      return key
    }

    const found = { earlier: 0, next: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const before = await findKey()
      const [next, earlier] = [keys[1 - before] ?? '', keys[before] ?? '']
      const command = spawn(process.execPath, ['app/cli/admin-command.ts', 'rotate-secret-key'], {
        env: {
          ...process.env,
          DATABASE_URL: connectionString,
          SECRET_KEY: next,
          SECRET_KEY_OLD: earlier,
        },
        stdio: 'ignore',
      })
      const ended = once(command, 'exit')
      // The command changes the rows some seconds after its start. The kills come around that time.
      await waitForRotation(() => command.exitCode !== null)
      await sleep(Math.random() * 1500)
      command.kill('SIGKILL')
      await ended
      // A commit that was sent before the kill may still be under way.
      await withClient(connectionString, (client) => client.query(`${lockCheck} for update`))
      if ((await findKey()) === before) found.earlier++
      else found.next++
    }
    console.info(`sealed with the earlier key: ${found.earlier}, with the new one: ${found.next}`)
    // The running instances have both keys, so nothing stopped working.
    expect(await modelOf(1)).toBe('fake')
    await close()
  })
})

const lockCheck = `select from settings where key = 'secret_key_check'`

/** Resolves once a rotation holds the check of the key, which is when it begins to change rows. */
async function waitForRotation(hasEnded: () => boolean): Promise<void> {
  await withClient(connectionString, async (client) => {
    while (!hasEnded()) {
      await client.query('begin')
      const free = await client
        .query(`${lockCheck} for update nowait`)
        .then(() => true)
        .catch(() => false)
      await client.query('rollback')
      if (!free) return
      await sleep(2)
    }
  })
}
