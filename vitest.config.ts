import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contracts,content,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/long/**', 'tests/browsers/**', 'node_modules/**'],
    globalSetup: 'tests/helpers/global-setup.ts',
    // One more than cores: much of the time is waited for mails, jobs and child processes.
    maxWorkers: 3,
    // A machine may stand still for seconds: far above what a test takes, and a second try.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
