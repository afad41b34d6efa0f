import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contracts,content,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/long/**', 'node_modules/**'],
    globalSetup: 'tests/helpers/global-setup.ts',
    // Two cores: one worker a core, so that a test that starts processes of its own is not starved.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
