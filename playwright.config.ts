import { defineConfig } from '@playwright/test'
import { playwrightArguments } from './tests/helpers/chromium.ts'

export default defineConfig({
  testMatch: '**/e2e/*.spec.ts',
  // Every worker has a server and a database of its own (tests/e2e/fixtures.ts).
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Node strips types by itself. Otherwise, each worker would compile the whole server with Babel.
  build: { external: ['**'] },
  expect: { timeout: 10_000 },
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
