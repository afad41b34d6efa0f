import { afterEach, vi } from 'vitest'

// Test files share one process, so mocks are restored after each test.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
