import { expect, test, vi } from 'vitest'
import { findWeaknessInProcess } from './find-weakness-in-process.ts'

test('a password that comes just when the idle process ends is checked by another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(await findWeaknessInProcess('password1234', [])).toContain('first passwords that attackers try')
  vi.runOnlyPendingTimers()
  expect(await findWeaknessInProcess('seven quiet lanterns over', [])).toBeUndefined()
})
