import { expect, onTestFinished, test, vi } from 'vitest'
import { Gate } from './circuit-breaker.ts'
import { ServiceFault } from './fault.ts'

const rest = 30_000
const fails = () => Promise.reject(new ServiceFault('broken'))
const works = () => Promise.resolve('well')
const resting = { kind: 'resting' }

function startGate(): Gate {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return new Gate(rest)
}

async function failFiveTimes(gate: Gate): Promise<void> {
  for (let times = 0; times < 5; times++) await expect(gate.pass(fails)).rejects.toThrow('broken')
}

test('after five faults within a minute nothing goes through for a while, then one try, and then all', async () => {
  const gate = startGate()
  await failFiveTimes(gate)
  await expect(gate.pass(works)).rejects.toMatchObject({ ...resting, retryAfterSeconds: 30 })
  vi.advanceTimersByTime(rest - 1)
  await expect(gate.pass(works)).rejects.toMatchObject(resting)

  vi.advanceTimersByTime(1)
  const trying = Promise.withResolvers<string>()
  const tried = gate.pass(() => trying.promise)
  await expect(gate.pass(works)).rejects.toMatchObject(resting)
  trying.reject(new ServiceFault('timeout'))
  await expect(tried).rejects.toThrow('timeout')
  // One more fault, and it rests again.
  await expect(gate.pass(works)).rejects.toMatchObject(resting)

  vi.advanceTimersByTime(rest)
  for (let times = 0; times < 3; times++) expect(await gate.pass(works)).toBe('well')
})

test('faults that are older than a minute, or no fault of the service, do not count', async () => {
  const gate = startGate()
  for (let times = 0; times < 9; times++) {
    await expect(gate.pass(fails)).rejects.toThrow('broken')
    vi.advanceTimersByTime(15_001)
  }
  for (const kind of ['key', 'stopped', 'unusable', 'busy'] as const)
    for (let times = 0; times < 6; times++)
      await expect(gate.pass(() => Promise.reject(new ServiceFault(kind)))).rejects.toMatchObject({ kind })
  expect(await gate.pass(works)).toBe('well')
})
