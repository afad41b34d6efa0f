import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { queueMail, testMail } from '../../../core/server/mail/outbox.ts'
import { startFakes } from '../../../tests/helpers/start-fakes.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { backupPaths } from '../../backups/contract/backup-paths.ts'
import { findTraces } from '../../privacy/testing/find-traces.ts'
import { aiForm, connectionRequests, mailForm, speechForm } from '../testing/connections.ts'

const mail = { kind: testMail, to: 'ann@example.org', subject: 'Hello', text: 'One line.' } as const

test('no secret is in any answer, page, log, table, metric, or backup, whatever goes wrong', async () => {
  const { smtp, ai } = await startFakes()
  const secrets = { mail: 'CANARY-mail', ai: 'CANARY-ai', speech: 'CANARY-speech' }
  const base64 = Object.values(secrets).map((secret) => Buffer.from(secret).toString('base64').slice(0, 12))
  const canary = new RegExp(['CANARY', ...base64].join('|'))
  const server = await startTestServer({
    env: { SECRET_KEY: 'k'.repeat(40), METRICS_TOKEN: 'a token for the metrics', BACKUPS_KEEP: '2' },
    jobPause: 0.5,
  })
  const cookie = await server.signIn()
  const { save, test: run, listModels } = connectionRequests(server, cookie)
  const seen: string[] = []
  const note = async (response: Response) => void seen.push(await response.text())

  const forms = { mail: mailForm(smtp, { user: 'ann' }), ai: aiForm(ai), speech: speechForm(ai) }
  for (const kind of ['mail', 'ai', 'speech'] as const) {
    await note(await save(kind, forms[kind], secrets[kind]))
    await note(await save(kind, forms[kind]))
    await note(await run(kind))
    // Mistakes in the request, which errors could quote
    await note(await save(kind, { ...forms[kind], model: 5, port: 'x' }, secrets[kind]))
    await note(await save(kind, forms[kind], `${secrets[kind]}\n`))
    await note(await save(kind, forms[kind], secrets[kind].repeat(500)))
  }
  smtp.always = 'refused-sign-in'
  ai.always = 401
  await queueMail(server.instance.db, mail)
  for (const kind of ['mail', 'ai', 'speech'] as const) {
    await note(await run(kind))
    const connection = { values: forms[kind], secret: secrets[kind] }
    await note(await run(kind, { connection }))
  }
  const target = { provider: 'openai-compatible', address: ai.url }
  await note(await listModels('ai', { target, secret: secrets.ai }))
  await note(await server.send('/api/ai/generate-post', { cookie, json: { topic: 'tea' } }))
  await expect
    .poll(() => server.query('select from outbox_messages where problem is not null'), { timeout: 10_000 })
    .toHaveLength(1)
  const pages = [paths.admin, paths.adminSettingsTab('connections'), paths.adminSimple, paths.home, '/readyz']
  const settings = ['connections', 'ai', 'mail', 'activity', 'activity.csv'].map(
    (name) => `/api/settings/${name}`,
  )
  const lists = [...settings, '/api/ai/services', '/api/outbox', paths.api.openapi]
  for (const path of [...lists, ...pages]) await note(await server.send(path, { cookie }))
  const authorization = 'Bearer a token for the metrics'
  await note(await server.send(paths.metrics, { headers: { authorization } }))
  const made = await (await server.send('/api/settings/backups', { cookie, method: 'POST' })).json()
  const archive = await server.send(backupPaths.file(made.backups[0].name), { cookie })
  const tar = gunzipSync(Buffer.from(await archive.arrayBuffer())).toString('latin1')

  expect(tar).toContain('harbor.example')
  for (const text of [...seen, ...server.logged, tar]) expect(text).not.toMatch(canary)
  expect(await findTraces(server, canary)).toEqual([])
  // They did arrive where they belong, so this test could have found them.
  expect(smtp.signIns).toContainEqual({ user: 'ann', password: secrets.mail })
  expect(ai.asked.map(({ key }) => key)).toEqual(expect.arrayContaining([secrets.ai, secrets.speech]))
})

describe('the secret key', () => {
  test('that is wrong or missing is told, and loses nothing', async () => {
    const { smtp, ai } = await startFakes()
    const right = { SECRET_KEY: 'a'.repeat(40) }
    const server = await startTestServer({ env: right })
    const { connectionString } = server
    const { save } = connectionRequests(server, await server.signIn())
    const values = mailForm(smtp, { user: 'ann' })
    await save('mail', values, 'mail-secret')
    await save('ai', aiForm(ai), 'ai-secret')
    await save('speech', speechForm(ai))
    const sealed = () => server.query('select kind, sealed_secret from connections order by kind')
    const before = await sealed()
    await server.close()

    const cases = [
      [{ SECRET_KEY: 'b'.repeat(40) }, 'SECRET_KEY is not the key that this site’s secrets are sealed with.'],
      [{}, 'The file secret-key in DATA_DIR is missing.'],
    ] as const
    for (const [env, words] of cases) {
      const wrong = await startTestServer({ connectionString, env, jobPause: 0.5 })
      const cookie = await wrong.signIn()
      const requests = connectionRequests(wrong, cookie)
      const { db } = wrong.instance
      await queueMail(db, mail)
      expect(await requests.read()).toMatchObject({
        mail: { state: 'needs-secret', hasSecret: true, values: { host: values.host, user: 'ann' } },
        ai: { state: 'needs-secret', hasSecret: true },
        speech: { state: 'connected' },
        keyProblem: expect.stringContaining(words),
      })
      const suggestion = await wrong.send('/api/ai/suggestions', { cookie, json: { prompt: 'tea' } })
      expect((await suggestion.json()).provider).toBe('built-in')
      // Saving something else keeps the secret for the right key; nothing new can be sealed.
      expect((await requests.save('mail', { ...values, senderName: 'Other' })).status).toBe(200)
      const refused = await requests.save('ai', aiForm(ai), 'other-secret')
      expect(refused.status).toBe(503)
      expect((await refused.json()).detail).toContain(words)
      await wrong.close()
    }
    expect(await sealed()).toEqual(before)
    const waiting = 'select status, attempts from outbox_messages'
    const queued = { status: 'queued', attempts: 0 }
    expect(await server.query(waiting)).toEqual([queued, queued])
    expect(smtp.signIns).toEqual([])

    const again = await startTestServer({ connectionString, env: right, jobPause: 0.5 })
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(2)
    expect(smtp.signIns).toContainEqual({ user: 'ann', password: 'mail-secret' })
    const { read } = connectionRequests(again, await again.signIn())
    expect(await read()).toMatchObject({ ai: { state: 'connected' }, keyProblem: null })
  })

  test('that is not set is asked for, in words that say what to do', async () => {
    const { smtp, ai } = await startFakes()
    const server = await startTestServer({ env: { DATABASE_URL: 'postgres://elsewhere' } })
    const { save, read } = connectionRequests(server, await server.signIn())
    const words = 'set SECRET_KEY to at least 32 random characters'
    expect((await read()).keyProblem).toContain(words)
    const refused = await save('ai', aiForm(ai), 'sk-CANARY')
    expect(refused.status).toBe(503)
    const problem = await refused.json()
    expect(problem).toMatchObject({ code: 'no-secret-key', detail: expect.stringContaining(words) })
    expect(await server.query('select from connections')).toEqual([])
    // A connection without a secret needs no key.
    expect((await save('mail', mailForm(smtp))).status).toBe(200)
    expect((await read()).mail.state).toBe('connected')
  })

  test('is made with the first secret, for the embedded database', async () => {
    const { ai } = await startFakes()
    const dataDir = await mkdtemp(join(tmpdir(), 'everyday-ai-key-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const server = await startTestServer({ env: { DATA_DIR: dataDir } })
    const { save, read } = connectionRequests(server, await server.signIn())
    expect((await save('ai', aiForm(ai), 'sk-CANARY')).status).toBe(200)
    expect(await read()).toMatchObject({ ai: { state: 'connected', hasSecret: true }, keyProblem: null })
  })
})

test('a rehearsal reaches no service that was connected in Settings', async () => {
  const { smtp, ai } = await startFakes()
  const env = { SECRET_KEY: 'a'.repeat(40) }
  const server = await startTestServer({ env })
  await connectionRequests(server, await server.signIn()).save('mail', mailForm(smtp, { user: 'a' }), 'x')
  const requests = connectionRequests(server, await server.signIn())
  await requests.save('ai', aiForm(ai), 'sk-CANARY')
  await requests.save('speech', speechForm(ai), 'sk-CANARY')
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-rehearsed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const copy = await startTestServer({
    connectionString: server.connectionString,
    env: { ...env, REHEARSAL: folder },
  })
  const cookie = await copy.signIn()
  const rehearsed = connectionRequests(copy, cookie)
  const answer = await copy.send('/api/ai/suggestions', { cookie, json: { prompt: 'tea' } })
  expect(answer.status).toBe(502)
  for (const kind of ['mail', 'ai', 'speech'] as const) {
    const forms = { mail: mailForm(smtp), ai: aiForm(ai), speech: speechForm(ai) }
    for (const json of [{}, { connection: { values: forms[kind], secret: 'x' } }]) {
      const refused = await rehearsed.test(kind, json)
      expect(refused.status).toBe(503)
      expect((await refused.json()).detail).toContain('It reaches no service.')
    }
  }
  const target = { provider: 'openai-compatible', address: ai.url }
  expect((await rehearsed.listModels('ai', { target })).status).toBe(503)
  // It looks like the site that it is a copy of.
  expect(await rehearsed.read()).toMatchObject({ mail: { state: 'connected' }, ai: { state: 'connected' } })
  expect([ai.asked, smtp.signIns, smtp.received]).toEqual([[], [], []])
})
