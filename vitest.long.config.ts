import { defineConfig } from 'vitest/config'

// Drills that take minutes: `npm run test:long`.
export default defineConfig({
  test: {
    include: ['{tests,features/*}/long/*.test.ts'],
    globalSetup: 'tests/helpers/global-setup.ts',
    setupFiles: 'tests/helpers/setup.ts',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
