import { defineConfig } from 'vitest/config'

// The main journeys in every engine that is installed: `npm run test:browsers`.
export default defineConfig({
  test: {
    include: ['tests/browsers/**/*.test.ts'],
    globalSetup: 'tests/helpers/global-setup.ts',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
