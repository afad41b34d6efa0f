import { defineConfig } from '@playwright/test'
import { playwrightArguments } from './tests/helpers/chromium.ts'

export default defineConfig({
  testMatch: '**/e2e/*.spec.ts',
  grepInvert: process.env.EVERY_CASE ? [] : /@long/,
  // Every worker has a server and a database of its own (tests/e2e/fixtures.ts).
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Node strips types by itself. Otherwise, each worker would compile the whole server with Babel.
  build: { external: ['**'] },
  // Long, because the machine may be busy. A test that waits in vain fails by the time of `expect`.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  globalSetup: './tests/e2e/global-setup.ts',
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: playwrightArguments,
    },
  },
})
