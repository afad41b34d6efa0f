import { describe, expect, onTestFinished, test } from 'vitest'
import { startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { aiForm, connectionRequests } from '../../connections/testing/connections.ts'
import { hurried, startAsking } from '../testing/assistant.ts'

const text = { type: 'string' }
const excerptShape = {
  type: 'object',
  properties: { excerpt: text },
  required: ['excerpt'],
  additionalProperties: false,
}
const content = 'word '.repeat(40)

/** Providers, a model of theirs, and where the request has the shape of the reply */
const ways = [
  ['openai-compatible', 'any', ['response_format', 'json_schema', 'schema']],
  ['openai', 'gpt-5-mini', ['response_format', 'json_schema', 'schema']],
  ['anthropic', 'claude-sonnet-4-5', ['output_config', 'format', 'schema']],
  ['anthropic', 'claude-3-haiku-20240307', ['tools', '0', 'input_schema']],
] as const

/** The value at a path in a request */
const at = (body: string | undefined, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], JSON.parse(body ?? '{}'))

describe.each(ways)('%s with the model %s', (provider, model, path) => {
  const env = { AI_PROVIDER: provider, AI_MODEL: model }

  test('is told the shape of the reply', async () => {
    const { fake, server, ask } = await startAsking(env)
    const excerpt = await (await ask('/api/ai/generate-excerpt', { content })).json()
    expect(excerpt).toMatchObject({ excerpt: 'This excerpt comes from a fake AI service.', provider })
    expect(at(fake.received[0], path)).toEqual(excerptShape)
    await ask('/api/ai/generate-post', { topic: 'tea' })
    // Services refuse limits in a schema.
    expect(at(fake.received[1], path)).toEqual({
      type: 'object',
      properties: { title: text, content: text, excerpt: text, tags: { type: 'array', items: text } },
      required: ['title', 'content', 'excerpt', 'tags'],
      additionalProperties: false,
    })
    expect(await server.query('select tokens_in, tokens_out from ai_usage')).toEqual([
      { tokens_in: '200', tokens_out: '100' },
    ])
  })

  test('streams the text all the same', async () => {
    const { fake, server } = await startAsking(env)
    fake.always = 'slow'
    const response = await server.send('/api/ai/generate-post', {
      json: { topic: 'tea' },
      cookie: await server.signIn(),
      headers: { accept: 'text/event-stream' },
    })
    const events = (await response.text()).trimEnd().split('\n\n')
    expect(events.length).toBeGreaterThan(3)
    expect(events.at(-1)).toMatch(/^event: result\n.*A post from a fake AI service/)
    for (const event of events.slice(0, -1)) expect(event).toMatch(/^event: text\n/)
    expect(at(fake.received[0], path)).toMatchObject({ type: 'object' })
  })

  test('is asked without it once it has refused, and from then on', async () => {
    const { fake, server, ask } = await startAsking(env)
    fake.always = 'no-structure'
    for (let times = 0; times < 2; times++)
      expect((await ask('/api/ai/generate-excerpt', { content })).status).toBe(200)
    expect(fake.received.map((body) => at(body, path) !== undefined)).toEqual([true, false, false])
    expect(server.logged.join('\n')).not.toContain('secret words')
    // The refused request was not charged.
    expect(await server.query('select tokens_in from ai_usage')).toEqual([{ tokens_in: '200' }])
  })

  test('says that its model is unknown, without a second request', async () => {
    const { fake, ask } = await startAsking(env)
    fake.always = 'no-model'
    const response = await ask('/api/ai/generate-excerpt', { content })
    expect((await response.json()).detail).toBe(
      'The AI service doesn’t know our model. For the person who runs your server: check AI_MODEL and restart.',
    )
    expect(fake.received).toHaveLength(1)
  })
})

test('a service that answers 500 to a shape is asked without it, too, and does not count as broken', async () => {
  const { fake, ask } = await startAsking()
  fake.always = 'no-structure-500'
  for (let times = 0; times < 6; times++)
    expect((await ask('/api/ai/generate-excerpt', { content })).status).toBe(200)
  expect(fake.received).toHaveLength(7)
})

test('a service that ignores the shape is read as text', async () => {
  const { fake, ask } = await startAsking()
  fake.reply = '<think>hm {"excerpt": "no"}</think>Sure!\n```json\n{"excerpt": "Tea and cake."}\n```'
  expect(await (await ask('/api/ai/generate-excerpt', { content })).json()).toMatchObject({
    excerpt: 'Tea and cake.',
  })
})

test('the second request has only the time that the first one left', async () => {
  const { fake, ask } = await startAsking({}, hurried)
  fake.next = ['no-structure', 'silent']
  const began = performance.now()
  expect((await ask('/api/ai/generate-excerpt', { content })).status).toBe(502)
  expect(performance.now() - began).toBeLessThan(2 * hurried.writing.total)
})

test('a connection that is changed is asked with a shape again, and earlier failures do not count', async () => {
  const [first, second] = await Promise.all([startFakeAi(), startFakeAi()])
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])))
  const server = await startTestServer({ env: { SECRET_KEY: 'k'.repeat(40) } })
  const cookie = await server.signIn()
  const { save } = connectionRequests(server, cookie)
  const ask = async () =>
    (await server.send('/api/ai/generate-excerpt', { cookie, json: { content } })).status
  await save('ai', aiForm(first))
  first.always = 'no-structure'
  expect([await ask(), await ask()]).toEqual([200, 200])
  first.always = 500
  for (let times = 0; times < 6; times++) await ask()
  expect(await ask()).toBe(503)
  await save('ai', aiForm(second))
  // The server learns of it from a notification.
  await expect.poll(ask).toBe(200)
  expect(at(second.received[0], ['response_format', 'type'])).toBe('json_schema')
})

test('a fault of a connection from Settings names Settings, not the environment', async () => {
  const ai = await startFakeAi()
  onTestFinished(() => ai.close())
  const server = await startTestServer({ env: { SECRET_KEY: 'k'.repeat(40) } })
  const cookie = await server.signIn()
  const { save } = connectionRequests(server, cookie)
  const detail = async () =>
    (await (await server.send('/api/ai/generate-post', { cookie, json: { topic: 'tea' } })).json()).detail
  expect(await detail()).toContain('An owner can connect one in Settings > Connections.')
  await save('ai', aiForm(ai, { monthlyBudget: 150 }))
  ai.next = [401]
  expect(await detail()).toBe(
    'The AI service didn’t accept our key. An owner can check the key in Settings > Connections.',
  )
  await detail()
  expect(await detail()).toContain('An owner can raise it in Settings > Connections.')
})
