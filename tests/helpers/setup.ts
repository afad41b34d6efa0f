import { afterEach, vi } from 'vitest'

// Test files share the modules of one process (`isolate: false`), so each test must undo its mocks.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
