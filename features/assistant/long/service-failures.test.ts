import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AiFault } from '../../../tests/fakes/fake-ai.ts'
import { serviceLimits } from '../server/service/limits.ts'
import { key, limitsFor, secret, startAsking } from '../testing/assistant.ts'

test('the deadlines are those that were promised', () => {
  expect(serviceLimits).toMatchObject({
    writing: { connect: 5000, firstByte: 20_000, stall: 15_000, total: 60_000 },
    speech: { connect: 5000, stall: 15_000, total: 120_000 },
    rest: 30_000,
    draftWait: 8000,
  })
})

describe('a service that fails', () => {
  const faults: [AiFault, string][] = [
    ['silent', 'The AI service took too long to answer. Try again.'],
    ['stalled', 'The AI service took too long to answer. Try again.'],
    ['slow', 'The AI service took too long to answer. Try again.'],
    ['cut', 'The AI service stopped in the middle of its answer. Try again.'],
    [
      'upgrade',
      'We can’t reach the AI service. Try again later. For the person who runs your server: check AI_BASE_URL.',
    ],
    ['html', 'The AI service sent an answer we can’t use. Try again.'],
    ['half-json', 'The AI service sent an answer we can’t use. Try again.'],
    ['wrong-types', 'The AI service sent an answer we can’t use. Try again.'],
    ['endless', 'The AI service sent far more than we asked for. Try again.'],
    [
      401,
      'The AI service didn’t accept our key. For the person who runs your server: check AI_API_KEY and restart.',
    ],
    [
      404,
      'The AI service didn’t accept the request. For the person who runs your server: check AI_BASE_URL and AI_MODEL.',
    ],
    [429, 'The AI service is busy right now. Try again in a little while.'],
    [500, 'The AI service is having problems. Try again in a few minutes.'],
    [503, 'The AI service is busy right now. Try again in a little while.'],
  ]

  test.each(faults)('%s: ends by its deadline, says so, and gives nothing away', async (fault, words) => {
    const { fake, server, ask } = await startAsking({}, limitsFor(fault))
    fake.always = fault
    fake.retryAfter = '30'
    // By default, the SDK prints its errors, including the request and the response. The app must turn that off.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const response = await ask('/api/ai/generate-post', { topic: secret })
    expect(response.status).toBe(502)
    const body = await response.text()
    expect(JSON.parse(body).detail).toBe(words)
    expect(response.headers.get('retry-after')).toBe(fault === 429 || fault === 503 ? '30' : null)
    for (const text of [body, ...server.logged])
      for (const hidden of [secret, key, 'secret words', 'hotel network']) expect(text).not.toContain(hidden)
    expect(printed).not.toHaveBeenCalled()
  })

  test('that cannot be reached', async () => {
    const { fake, ask } = await startAsking()
    await fake.close()
    const response = await ask('/api/ai/suggestions', { prompt: 'tea' })
    expect(response.status).toBe(502)
    expect((await response.json()).detail).toContain('can’t reach the AI service')
  })

  test('is asked once more where it wants draftWait, after the time it names', async () => {
    const { fake, ask } = await startAsking()
    fake.next = [429]
    fake.retryAfter = '1'
    const began = performance.now()
    expect((await ask('/api/ai/suggestions', { prompt: 'tea' })).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(1000)
    fake.next = [503, 503]
    fake.retryAfter = '0'
    expect((await ask('/api/ai/suggestions', { prompt: 'tea' })).status).toBe(502)
    expect(fake.received).toHaveLength(4)
    fake.next = [500]
    expect((await ask('/api/ai/suggestions', { prompt: 'tea' })).status).toBe(502)
    expect(fake.received).toHaveLength(5)
  })

  // The retry after the pause is tested in features/assistant/server/service/circuit-breaker.test.ts.
  test('is left alone after five faults', async () => {
    const { fake, ask } = await startAsking()
    fake.always = 500
    for (let times = 0; times < 5; times++)
      expect((await ask('/api/ai/suggestions', { prompt: 'tea' })).status).toBe(502)
    const resting = await ask('/api/ai/suggestions', { prompt: 'tea' })
    expect(resting.status).toBe(503)
    const wait = Number(resting.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await resting.json()).detail).toContain('pausing requests')
    expect(fake.received).toHaveLength(5)
  })
})

describe('limits', () => {
  test('four calls at once', async () => {
    const { fake, ask } = await startAsking()
    fake.always = 'silent'
    const four = Array.from({ length: 4 }, () => ask('/api/ai/suggestions', { prompt: 'tea' }))
    await expect.poll(() => fake.open).toBe(4)
    const fifth = await ask('/api/ai/suggestions', { prompt: 'tea' })
    expect(fifth.status).toBe(503)
    expect((await fifth.json()).detail).toContain('already working on several requests')
    await fake.close()
    for (const answer of await Promise.all(four)) expect(answer.status).toBe(502)
    expect(fake.received).toHaveLength(4)
  })

  test('sixty calls of one person in ten minutes', async () => {
    const { server, fake, ask } = await startAsking()
    await ask('/api/ai/suggestions', { prompt: 'tea' })
    await server.query("update rate_counters set count = 60 where key like 'assistant:%'")
    const response = await ask('/api/ai/suggestions', { prompt: 'tea' })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(fake.received).toHaveLength(1)
  })

  test.each([
    [{ AI_MONTHLY_BUDGET: '300' }],
    [{ AI_MONTHLY_BUDGET: '0.0003', AI_PRICE_IN: '1', AI_PRICE_OUT: '1' }],
  ])('a budget for the month: %j', async (env) => {
    const { server, fake, ask } = await startAsking(env)
    const statuses = []
    for (let times = 0; times < 3; times++)
      statuses.push((await ask('/api/ai/suggestions', { prompt: 'tea' })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(fake.received).toHaveLength(2)
    expect(await server.query('select tokens_in, tokens_out from ai_usage')).toEqual([
      { tokens_in: '200', tokens_out: '100' },
    ])
  })

  test('texts of a size that a service can read', async () => {
    const { fake, ask } = await startAsking()
    expect((await ask('/api/ai/enhance-content', { content: 'word '.repeat(30_000) })).status).toBe(413)
    expect(fake.received).toEqual([])
  })
})
