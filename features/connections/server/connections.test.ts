import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { queueMail, testMail } from '../../../core/server/mail/outbox.ts'
import { findOrganization } from '../../../core/server/organization.ts'
import { startFakes } from '../../../tests/helpers/start-fakes.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { privacyPaths } from '../../privacy/contract/privacy-paths.ts'
import type { ConnectionKind } from '../contract/connections.ts'
import { aiForm, connectionRequests, mailForm, speechForm } from '../testing/connections.ts'

const SECRET_KEY = 'k'.repeat(40)
const password = 'CANARY-password'

async function start(env: Record<string, string> = {}, { jobPause = 0.5 } = {}) {
  const fakes = await startFakes()
  const server = await startTestServer({ env: { SECRET_KEY, ...env }, jobPause })
  const cookie = await server.signIn()
  return { server, cookie, ...fakes, ...connectionRequests(server, cookie) }
}

const mail = { kind: testMail, to: 'ann@example.org', subject: 'Hello', text: 'One line.' } as const

describe('the endpoints', () => {
  test('are for owners, who have confirmed that it is them', async () => {
    const { server, smtp, ai, save, remove, test, listModels, read } = await start()
    const values = mailForm(smtp)
    for (const role of ['helper', 'editor'] as const) {
      const other = connectionRequests(server, await server.signIn({ username: `The ${role}`, role }))
      expect((await other.save('mail', values)).status).toBe(403)
      expect((await other.remove('mail')).status).toBe(403)
      expect((await other.test('mail', { connection: { values } })).status).toBe(403)
    }
    expect((await connectionRequests(server, '').save('mail', values)).status).toBe(401)
    await server.query('update sessions set confirmed_at = null')
    const target = { provider: 'openai-compatible', address: ai.url }
    for (const request of [
      () => save('mail', values),
      () => remove('mail'),
      () => test('mail', { connection: { values } }),
      () => listModels('ai', { target }),
    ]) {
      const response = await request()
      expect(response.status).toBe(403)
      expect((await response.json()).code).toBe('confirmation-needed')
    }
    expect(await read()).toMatchObject({ mail: { state: 'none' }, keyProblem: null })
    expect(await server.query('select from connections')).toEqual([])
    expect([smtp.signIns, ai.asked]).toEqual([[], []])
    expect((await server.send('/api/settings/connections', { cookie: '' })).status).toBe(401)
  })

  test('make the owner who connects email the first to get notifications, once', async () => {
    const { server, smtp, save, remove } = await start()
    await server.query(`update users set email = 'owner@harbor.example'`)
    const readAddress = async () => (await findOrganization(server.instance.db)).notifyEmail
    await save('mail', mailForm(smtp))
    expect(await readAddress()).toBe('owner@harbor.example')
    // An owner who wants no notifications removes the address.
    await server.query(`delete from settings where key = 'organisation'`)
    await save('mail', mailForm(smtp, { senderName: 'Harbor' }))
    expect(await readAddress()).toBeUndefined()
    await server.query(
      `insert into settings values ('organisation', '{"notifyEmail":"office@harbor.example"}')`,
    )
    await remove('mail')
    await save('mail', mailForm(smtp))
    expect(await readAddress()).toBe('office@harbor.example')
  })

  test('show a fresh site what is not connected', async () => {
    const { server, read } = await start()
    await queueMail(server.instance.db, mail)
    const none = { state: 'none', values: null, hasSecret: false, variables: [], missing: [], changed: null }
    expect(await read()).toEqual({
      ...{ mail: none, ai: none, speech: none },
      keyProblem: null,
      waitingMails: 1,
      ownAddress: '',
      sender: { name: 'Everyday AI', address: 'hello@everyday-ai.example' },
    })
  })

  test.each<[ConnectionKind, object, RegExp]>([
    ['mail', { host: 'smtp example' }, /name of a server/],
    ['mail', { host: 'smtp.example.org/x' }, /name of a server/],
    ['mail', { host: '' }, /name of a server/],
    ['mail', { port: 0 }, /values\.port/],
    ['mail', { port: 65_536 }, /values\.port/],
    ['mail', { port: 25.5 }, /values\.port/],
    ['mail', { security: 'if-offered' }, /tls, starttls, none/],
    ['mail', { senderAddress: 'Ann <ann@example.org>' }, /valid email address/],
    ['mail', { senderAddress: 'a@example.org\r\nBcc: b@example.org' }, /senderAddress/],
    ['mail', { senderName: 'Ann\r\nBcc: b@example.org' }, /values\.senderName/],
    ['mail', { user: 'x'.repeat(301) }, /values\.user/],
    ['mail', { password: 'x' }, /no field/],
    ['ai', { address: '' }, /web address of the service/],
    ['ai', { address: 'ftp://example.org' }, /full web address/],
    ['ai', { address: 'https://user:pass@example.org/v1' }, /full web address/],
    ['ai', { address: 'https://example.org/v1?key=x' }, /full web address/],
    ['ai', { provider: 'anthropic' }, /an address of its own/],
    ['ai', { provider: 'skynet' }, /openai, anthropic, openai-compatible/],
    ['ai', { model: ' ' }, /values\.model/],
    ['ai', { priceIn: -1 }, /values\.priceIn/],
    ['ai', { monthlyBudget: '5' }, /values\.monthlyBudget/],
    ['speech', { address: 'localhost' }, /full web address/],
    ['speech', { model: 'a\nb' }, /values\.model/],
  ])('refuse what can’t be right: %s %o', async (kind, wrong, words) => {
    const { server, smtp, ai, save } = await start()
    const right = { mail: mailForm(smtp), ai: aiForm(ai), speech: speechForm(ai) }[kind]
    const response = await save(kind, { ...right, ...wrong })
    expect(response.status).toBe(400)
    expect((await response.json()).detail).toMatch(words)
    expect(await server.query('select from connections')).toEqual([])
  })

  test('refuse a long host or address at once', async () => {
    const { smtp, ai, save } = await start()
    const startedAt = performance.now()
    expect((await save('mail', mailForm(smtp, { host: `${':'.repeat(100_000)}g` }))).status).toBe(400)
    const address = `${ai.url}${'/'.repeat(100_000)}g`
    expect((await save('ai', aiForm(ai, { address }))).status).toBe(400)
    // Patterns that try every colon, or every slash, take half a minute.
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('refuse a key with spaces, and a password of two lines', async () => {
    const { smtp, ai, save } = await start()
    for (const secret of ['two words', '', 'ü', 'x'.repeat(2001)])
      expect((await save('ai', aiForm(ai), secret)).status, secret).toBe(400)
    expect((await save('mail', mailForm(smtp, { user: 'ann' }), 'a\r\nb')).status).toBe(400)
    expect((await save('mail', mailForm(smtp, { user: 'ann' }), 'pass wörd ')).status).toBe(200)
  })

  test('refuse to send secrets over the internet without encryption', async () => {
    const { server, smtp, ai, save, test } = await start()
    const refused: [ConnectionKind, object][] = [
      ['mail', mailForm(smtp, { host: '192.0.2.1' })],
      ['mail', mailForm(smtp, { host: '2001:db8::1' })],
      ['ai', aiForm(ai, { address: 'http://192.0.2.1/v1' })],
      ['speech', speechForm(ai, { address: 'http://[2001:db8::1]:8000/v1' })],
    ]
    for (const [kind, values] of refused) {
      const response = await save(kind, values, 'CANARY')
      expect(response.status).toBe(422)
      expect((await response.json()).detail).toContain('in your own network')
      const tested = await test(kind, { connection: { values, secret: 'CANARY' } })
      // The test of email says so in its result.
      expect(await tested.text()).toMatch(/in your own network|in a private network/)
    }
    const allowed: [ConnectionKind, object][] = [
      ['mail', mailForm(smtp, { host: '10.1.2.3' })],
      ['mail', mailForm(smtp, { host: 'localhost' })],
      ['mail', mailForm(smtp, { host: '192.0.2.1', security: 'starttls' })],
      ['ai', aiForm(ai, { address: 'http://192.168.1.5:11434/v1' })],
      ['ai', aiForm(ai, { address: 'https://192.0.2.1/v1/' })],
      ['speech', speechForm(ai, { address: 'http://[fd00::1]:8000/v1' })],
    ]
    for (const [kind, values] of allowed) expect((await save(kind, values)).status).toBe(200)
    expect(
      await server.query(`select values ->> 'address' as address from connections where kind = 'ai'`),
    ).toEqual([{ address: 'https://192.0.2.1/v1' }])
  })
})

describe('a connection', () => {
  test('to email is used at once: what waited is sent, from its sender, and pages say so', async () => {
    const { server, cookie, smtp, save, read } = await start()
    const { db } = server.instance
    await queueMail(db, mail)
    const whatComes = async () => (await server.send(privacyPaths.yourDataSent)).text()
    const byHand = await whatComes()
    const values = mailForm(smtp, { user: 'ann' })
    const saved = await save('mail', values, password)
    expect(saved.status).toBe(200)
    expect(await saved.json()).toMatchObject({
      mail: { state: 'connected', hasSecret: true, values, changed: { by: 'Ann Admin' } },
    })
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1)
    expect(smtp.signIns).toContainEqual({ user: 'ann', password })
    expect(smtp.received[0]?.raw).toContain('From: Harbor Helpers <hello@harbor.example>')
    expect(await whatComes()).not.toBe(byHand)
    expect(await (await server.send('/api/settings/mail', { cookie })).json()).toMatchObject({
      server: `127.0.0.1:${values.port}`,
      from: 'hello@harbor.example',
    })
    expect(await read()).toMatchObject({ waitingMails: 0 })
  })

  test('that is changed makes emails that had failed with it due again', async () => {
    const { server, smtp, save } = await start()
    await save('mail', mailForm({ url: 'smtp://127.0.0.1:9' }))
    await queueMail(server.instance.db, mail)
    const problem = () => server.query('select problem from outbox_messages where problem is not null')
    await expect
      .poll(problem, { timeout: 10_000 })
      .toMatchObject([
        { problem: 'We can’t reach the email server. Check Settings > Email. We’ll try again.' },
      ])
    await save('mail', mailForm(smtp))
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1)
  })

  test('to AI and speech answers at once, in every instance, and ends in every instance', async () => {
    const { server, cookie, ai, save, remove } = await start()
    const { connectionString } = server
    const other = await startTestServer({ connectionString, env: { SECRET_KEY } })
    const ofBoth = (path: string, json?: object) =>
      Promise.all([server, other].map(async (one) => (await one.send(path, { cookie, json })).json()))
    const providers = async () =>
      (await ofBoth('/api/ai/suggestions', { prompt: 'tea' })).map(({ provider }) => provider)
    const services = () => ofBoth('/api/ai/services')
    expect(await providers()).toEqual(['built-in', 'built-in'])
    await save('ai', aiForm(ai), 'sk-CANARY')
    await save('speech', speechForm(ai), 'sk-CANARY')
    await expect.poll(providers).toEqual(['openai-compatible', 'openai-compatible'])
    expect(ai.asked.at(-1)).toMatchObject({ key: 'sk-CANARY' })
    expect(await services()).toMatchObject(
      Array(2).fill({ service: { model: 'fake' }, speech: { model: 'fake' } }),
    )
    await save('ai', aiForm(ai, { model: 'fake-large' }))
    await expect.poll(services).toMatchObject(Array(2).fill({ service: { model: 'fake-large' } }))
    await remove('ai')
    expect((await providers())[0]).toBe('built-in')
    await expect.poll(providers).toEqual(['built-in', 'built-in'])
    expect(await server.query('select kind from connections')).toEqual([{ kind: 'speech' }])
  })

  test('is used at once by the instance that saved it, even without the notification', async () => {
    const { server, cookie, ai, save } = await start()
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'everyday-ai listener'`,
    )
    await save('ai', aiForm(ai))
    const services = await (await server.send('/api/ai/services', { cookie })).json()
    expect(services.service).toEqual({ provider: 'openai-compatible', model: 'fake' })
  })

  test('keeps its secret while it goes to the same server, and loses it with any other', async () => {
    const { server, ai, smtp, save, read } = await start()
    const hasSecret = async (kind: ConnectionKind, values: object, secret?: null) => {
      expect((await save(kind, values, secret)).status).toBe(200)
      const [row] = await server.query<{ is: boolean }>(
        'select sealed_secret is not null as is from connections where kind = $1',
        [kind],
      )
      expect((await read())[kind].hasSecret).toBe(row?.is)
      return row?.is
    }
    const values = mailForm(smtp, { user: 'ann', security: 'starttls' })
    for (const other of [{ host: 'localhost' }, { port: 2525 }, { security: 'tls' }] as const) {
      await save('mail', values, password)
      expect(await hasSecret('mail', { ...values, user: 'bob', senderName: 'Bob' })).toBe(true)
      expect(await hasSecret('mail', { ...values, ...other }), JSON.stringify(other)).toBe(false)
      expect((await read()).mail).toMatchObject({ state: 'needs-secret', values: other })
      // The way back does not bring it back.
      expect(await hasSecret('mail', values)).toBe(false)
    }
    await save('ai', aiForm(ai), 'sk-CANARY')
    expect(await hasSecret('ai', aiForm(ai, { model: 'fake-large', monthlyBudget: 5 }))).toBe(true)
    expect(await hasSecret('ai', aiForm(ai, { provider: 'openai', address: '' }))).toBe(false)
    expect((await read()).ai.state).toBe('needs-secret')
    await save('ai', aiForm(ai), 'sk-CANARY')
    expect(await hasSecret('ai', aiForm(ai, { address: 'https://192.0.2.1/v1' }))).toBe(false)
    // A service that may need no key is used without one.
    expect((await read()).ai.state).toBe('connected')
    await save('speech', speechForm(ai), 'sk-CANARY')
    expect(await hasSecret('speech', speechForm(ai), null)).toBe(false)
  })

  test('whose row was changed in the database sends its secret nowhere', async () => {
    const { server, ai, save, read } = await start()
    await save('ai', aiForm(ai, { address: 'https://192.0.2.1/v1' }), 'sk-CANARY')
    await server.query(`update connections set values = jsonb_set(values, '{address}', to_jsonb($1::text))`, [
      ai.url,
    ])
    expect((await read()).ai).toMatchObject({ state: 'needs-secret', hasSecret: true })
  })

  test('that only a later version understands counts as none, and nothing else breaks', async () => {
    const { server, save, ai, read } = await start()
    await save('ai', aiForm(ai))
    await server.query(`update connections set values = '{"provider": "later"}'`)
    expect(await read()).toMatchObject({ ai: { state: 'none' } })
    await server.query(`select pg_notify('page_cache', 'connections site')`)
    await expect.poll(async () => (await server.send(paths.home)).status).toBe(200)
    // A field that a later version has added is left out.
    await server.query('update connections set values = $1', [{ ...aiForm(ai), later: 1 }])
    expect(await read()).toMatchObject({ ai: { state: 'connected', values: aiForm(ai) } })
  })

  test('that is deleted twice is recorded once', async () => {
    const { server, ai, save, remove } = await start()
    await save('speech', speechForm(ai))
    for (let click = 0; click < 2; click++) expect((await remove('speech')).status).toBe(200)
    expect(
      await server.query(`select action, details from activity where action like 'connection%'`),
    ).toEqual([
      { action: 'connection-changed', details: { connection: 'speech' } },
      { action: 'connection-removed', details: { connection: 'speech' } },
    ])
  })
})

test('while the database can’t answer, the last known connections are used', async () => {
  const { server, cookie, ai, save } = await start()
  await save('ai', aiForm(ai))
  const serviceNow = async () =>
    (await (await server.send('/api/ai/services', { cookie })).json()).service?.model
  expect(await serviceNow()).toBe('fake')
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table connections in access exclusive mode')
  await server.query(`select pg_notify('page_cache', 'connections')`)
  const began = performance.now()
  for (let request = 0; request < 3; request++) expect(await serviceNow()).toBe('fake')
  expect(performance.now() - began).toBeLessThan(10_000)
  await client.query(`update connections set values = jsonb_set(values, '{model}', '"next"'); commit`)
  await expect.poll(serviceNow).toBe('next')
})

describe('the environment', () => {
  test.each([
    ['mail', { SMTP_URL: 'smtps://ann:CANARY@mail.example.org' }, { state: 'connected', hasSecret: true }],
    ['mail', { MAIL_FROM: 'hello@example.org' }, { state: 'none', missing: ['SMTP_URL'] }],
    ['ai', { AI_PRICE_IN: '3' }, { state: 'none', missing: ['AI_PROVIDER', 'AI_MODEL'] }],
    ['speech', { STT_MODEL: 'whisper' }, { state: 'none', missing: ['STT_API_KEY'] }],
    [
      'ai',
      { AI_PROVIDER: 'anthropic', AI_API_KEY: 'CANARY', AI_MODEL: 'm', AI_MONTHLY_BUDGET: '5' },
      { state: 'connected', values: { provider: 'anthropic', address: '', monthlyBudget: 5, priceIn: null } },
    ],
    [
      'speech',
      { STT_BASE_URL: 'https://ann:CANARY@stt.example:8443/v1/?key=CANARY' },
      { state: 'connected', values: { address: 'https://stt.example:8443/v1', model: 'whisper-1' } },
    ],
  ] as const)('wins for the whole connection: %s %o', async (kind, env, shown) => {
    const { server, cookie, ai, smtp, save, remove, test, read } = await start({
      ...env,
      // Speech and AI of the environment are no matter of each other.
      ...(kind === 'mail' && { STT_BASE_URL: 'http://127.0.0.1:9' }),
    })
    const values = { mail: mailForm(smtp), ai: aiForm(ai), speech: speechForm(ai) }[kind]
    await server.query('insert into connections (kind, values) values ($1, $2)', [kind, values])
    await server.query(`select pg_notify('page_cache', 'connections')`)
    const response = await read()
    expect(response[kind]).toMatchObject({ ...shown, variables: Object.keys(env) })
    expect(JSON.stringify(response)).not.toContain('CANARY')
    for (const request of [
      () => save(kind, values),
      () => remove(kind),
      () => test(kind, { connection: { values } }),
    ]) {
      const refused = await request()
      expect(refused.status).toBe(409)
      expect((await refused.json()).detail).toContain(`on the server (${Object.keys(env).join(', ')})`)
    }
    if (shown.state === 'none') {
      expect((await test(kind)).status).toBe(409)
      const services = await (await server.send('/api/ai/services', { cookie })).json()
      expect(services.service).toBeUndefined()
    }
    expect(smtp.received).toEqual([])
    expect(ai.asked).toEqual([])
  })

  test('without any variable leaves the connection to Settings', async () => {
    const { ai, save, read } = await start({ SMTP_URL: 'smtp://127.0.0.1:9' })
    expect((await save('ai', aiForm(ai))).status).toBe(200)
    expect(await read()).toMatchObject({
      mail: {
        state: 'connected',
        variables: ['SMTP_URL'],
        values: { host: '127.0.0.1', port: 9, security: 'if-offered' },
      },
      ai: { state: 'connected', variables: [] },
    })
  })
})
