import { describe, expect, onTestFinished, test } from 'vitest'
import { type AiFault, type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { hurried, limitsFor } from '../../assistant/testing/assistant.ts'
import type { ConnectionKind, TestResult } from '../contract/connections.ts'
import { aiForm, connectionRequests, speechForm } from '../testing/connections.ts'

const key = 'sk-CANARY-key'

async function start(env: Record<string, string> = {}, limits = limitsFor('no-speech')) {
  const ai = await startFakeAi()
  onTestFinished(() => ai.close())
  const server = await startTestServer({ env: { SECRET_KEY: 'k'.repeat(40), ...env }, serviceLimits: limits })
  await import('ai')
  const requests = connectionRequests(server, await server.signIn())
  /** Tests a connection, and checks that neither the key nor the service's words are in the answer or the log. */
  async function run(kind: ConnectionKind, json: object = {}): Promise<TestResult> {
    const response = await requests.test(kind, json)
    expect(response.status).toBe(200)
    const text = await response.text()
    for (const seen of [text, ...server.logged])
      for (const hidden of [key, 'secret words', 'hotel network', 'quota,', 'billing_hard_limit'])
        expect(seen).not.toContain(hidden)
    return JSON.parse(text)
  }
  const typed = (service: Pick<FakeAi, 'url'> = ai, secret: string | undefined = key) => ({
    connection: { values: aiForm(service), secret },
  })
  return { server, ai, run, typed, ...requests }
}

test('a test of AI asks the typed service for one word, and counts its tokens', async () => {
  const { server, ai, run, typed } = await start()
  expect(await run('ai', typed())).toEqual({ works: true, message: 'fake answers.', advice: null })
  expect(ai.asked).toEqual([{ method: 'POST', path: '/v1/chat/completions', key }])
  expect(ai.received[0]?.length).toBeLessThan(1000)
  expect(await server.query('select tokens_in, tokens_out from ai_usage')).toEqual([
    { tokens_in: '100', tokens_out: '50' },
  ])
  expect(await server.query('select from connections')).toEqual([])
})

test('a test of speech sends a short sound', async () => {
  const { ai, run } = await start()
  const connection = { values: speechForm(ai), secret: key }
  expect(await run('speech', { connection })).toEqual({
    works: true,
    message: 'fake took a short test sound.',
    advice: null,
  })
  expect(ai.asked).toEqual([{ method: 'POST', path: '/v1/audio/transcriptions', key }])
  expect(ai.received[0]).toContain('WAVEfmt ')
  ai.always = 'no-speech'
  expect(await run('speech', { connection })).toMatchObject({ works: true })
})

describe('the test says what is wrong and what to do', () => {
  test.each<[AiFault, string, string]>([
    [401, 'didn’t accept the key (401)', 'Copy the key again'],
    ['no-model', 'doesn’t know the model “fake” (404)', 'provider’s list'],
    [404, 'no such service at this address (404)', '/v1'],
    [429, 'busy, or your limit of requests is reached (429)', 'in a minute'],
    ['quota', 'no credit left, or has reached its limit (429)', 'billing'],
    [500, 'fault of its own (500)', 'in a few minutes'],
    [503, 'The service is busy (503)', 'in a minute'],
    ['html', 'not with JSON', '/v1'],
    ['redirect', 'leads to another one', 'that it leads to'],
    ['upgrade', 'The connection to 127.0.0.1 failed', 'whether the service is running'],
    ['silent', 'didn’t answer in time', 'Check the address'],
  ])('%s', async (fault, message, advice) => {
    const { ai, run, typed } = await start({}, limitsFor(fault))
    ai.always = fault
    ai.retryAfter = '30'
    const result = {
      works: false,
      message: expect.stringContaining(message),
      advice: expect.stringContaining(advice),
    }
    expect(await run('ai', typed())).toEqual(result)
    const connection = { values: speechForm(ai), secret: key }
    expect(await run('speech', { connection })).toEqual(result)
  })

  test('JSON of something else', async () => {
    const { ai, run } = await start()
    for (const fault of ['half-json', 'wrong-types'] as const) {
      ai.always = fault
      expect(await run('speech', { connection: { values: speechForm(ai), secret: key } })).toMatchObject({
        works: false,
        message: expect.stringContaining('not with JSON that we understand'),
      })
    }
  })

  test('an address where nothing is, and one that does not exist', async () => {
    const { run, typed } = await start()
    expect(await run('ai', typed({ url: 'http://127.0.0.1:9/v1' }))).toMatchObject({
      works: false,
      message: '127.0.0.1 refuses connections to port 9.',
    })
    expect(await run('ai', typed({ url: 'https://no-such-service.invalid/v1' }))).toMatchObject({
      works: false,
      message: 'There’s no server named no-such-service.invalid.',
    })
    expect(await run('ai', typed({ url: 'https://127.0.0.1:9/v1' }))).toMatchObject({ works: false })
  })
})

test('a redirect gets neither the key nor a request', async () => {
  const { ai, run, typed, listModels } = await start()
  const other = await startFakeAi()
  onTestFinished(() => other.close())
  ai.always = 'redirect'
  ai.redirectTo = other.url
  expect(await run('ai', typed())).toMatchObject({ works: false })
  await listModels('ai', { target: { provider: 'openai-compatible', address: ai.url }, secret: key })
  expect(other.asked).toEqual([])
})

test('a stored key is used for the same address only', async () => {
  const { ai, run, save, listModels } = await start()
  const other = await startFakeAi()
  onTestFinished(() => other.close())
  await save('ai', aiForm(ai), key)
  await run('ai')
  await run('ai', { connection: { values: aiForm(ai, { model: 'fake-large' }) } })
  await listModels('ai', { target: { provider: 'openai-compatible', address: ai.url } })
  expect(ai.asked.map((one) => one.key)).toEqual([key, key, key])
  await run('ai', { connection: { values: aiForm(other) } })
  await listModels('ai', { target: { provider: 'openai-compatible', address: other.url } })
  await run('ai', { connection: { values: aiForm(ai), secret: null } })
  expect([...other.asked, ...ai.asked.slice(3)].map((one) => one.key)).toEqual(Array(3).fill(undefined))
})

describe('the list of models', () => {
  test('has the provider’s own names in alphabetical order', async () => {
    const { ai, listModels } = await start()
    ai.models = ['zebra', 'alpha', 'alpha', '<script>', 'x'.repeat(201), 'with space', 'Beta-2']
    const target = { provider: 'openai-compatible', address: `${ai.url}/` }
    const response = await listModels('ai', { target, secret: key })
    expect(await response.json()).toEqual({ models: ['<script>', 'alpha', 'Beta-2', 'zebra'], problem: null })
    expect(ai.asked).toEqual([{ method: 'GET', path: '/v1/models', key }])
    const speech = await listModels('speech', { target: { address: ai.url } })
    expect((await speech.json()).models).toContain('zebra')
  })

  test.each<AiFault>([401, 404, 'html', 'half-json', 'silent'])('that fails says why: %s', async (fault) => {
    const { ai, listModels } = await start({}, fault === 'silent' ? hurried : undefined)
    ai.always = fault
    const target = { provider: 'openai-compatible', address: ai.url }
    const list = await (await listModels('ai', { target, secret: key })).json()
    expect(list).toEqual({ models: [], problem: expect.stringMatching(/\. .+\.$/) })
    expect(list.problem).not.toContain('secret words')
  })
})

test.each(['openai', 'anthropic', 'openai-compatible'])(
  'a connection of the environment can be tested, but not changed: %s',
  async (provider) => {
    const { ai, server, test: request } = await start()
    const other = await startTestServer({
      connectionString: server.connectionString,
      env: { AI_PROVIDER: provider, AI_BASE_URL: ai.url, AI_API_KEY: key, AI_MODEL: 'fake' },
    })
    const fromEnvironment = connectionRequests(other, await other.signIn())
    expect(await (await fromEnvironment.test('ai')).json()).toMatchObject({ works: true })
    expect(ai.asked.at(-1)?.key).toBe(key)
    ai.always = 401
    expect(await (await fromEnvironment.test('ai')).json()).toMatchObject({ works: false })
    expect((await request('ai')).status).toBe(409)
  },
)
