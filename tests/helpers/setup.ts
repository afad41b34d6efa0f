import { afterEach, vi } from 'vitest'

// Test files share one process, so that what a test has replaced comes back before the next one.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
