import { expect, onTestFinished, test, vi } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'
import { ServiceFault } from './fault.ts'

const rest = 30_000
const fails = () => Promise.reject(new ServiceFault('broken'))
const works = () => Promise.resolve('well')
const resting = { kind: 'resting' }

function startBreaker(): CircuitBreaker {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return new CircuitBreaker(rest)
}

async function failFiveTimes(breaker: CircuitBreaker): Promise<void> {
  for (let times = 0; times < 5; times++) await expect(breaker.run(fails)).rejects.toThrow('broken')
}

test('after five faults within a minute nothing goes through for a while, then one try, and then all', async () => {
  const breaker = startBreaker()
  await failFiveTimes(breaker)
  await expect(breaker.run(works)).rejects.toMatchObject({ ...resting, retryAfterSeconds: 30 })
  vi.advanceTimersByTime(rest - 1)
  await expect(breaker.run(works)).rejects.toMatchObject(resting)

  vi.advanceTimersByTime(1)
  const trying = Promise.withResolvers<string>()
  const tried = breaker.run(() => trying.promise)
  await expect(breaker.run(works)).rejects.toMatchObject(resting)
  trying.reject(new ServiceFault('timeout'))
  await expect(tried).rejects.toThrow('timeout')
  // The trial request failed, so the breaker blocks all requests again.
  await expect(breaker.run(works)).rejects.toMatchObject(resting)

  vi.advanceTimersByTime(rest)
  for (let times = 0; times < 3; times++) expect(await breaker.run(works)).toBe('well')
})

test('faults that are older than a minute, or no fault of the service, do not count', async () => {
  const breaker = startBreaker()
  for (let times = 0; times < 9; times++) {
    await expect(breaker.run(fails)).rejects.toThrow('broken')
    vi.advanceTimersByTime(15_001)
  }
  for (const kind of ['key', 'stopped', 'unusable', 'busy'] as const)
    for (let times = 0; times < 6; times++)
      await expect(breaker.run(() => Promise.reject(new ServiceFault(kind)))).rejects.toMatchObject({ kind })
  expect(await breaker.run(works)).toBe('well')
})
