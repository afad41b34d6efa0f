import { type Browser, chromium } from '@playwright/test'
import { beforeAll } from 'vitest'
import { chromiumArguments } from './chromium.ts'
import { launchServer, type TestServer } from './launch-server.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/** Path of the browser for the long tests; undefined if there is none */
export const executablePath = process.env.CHROMIUM_PATH || undefined

/**
 * Starts a server and a browser before the tests of a file and ends both after them. The result is filled once they
 * run; without a browser it stays empty.
 */
export function startBrowserForFile(): { browser: Browser; server: TestServer } {
  const started = {} as { browser: Browser; server: TestServer }
  beforeAll(async () => {
    if (!executablePath) return
    const { connectionString, stop } = await startTemporaryPostgres()
    started.server = await launchServer({ connectionString })
    started.browser = await chromium.launch({ executablePath, args: chromiumArguments })
    return async () => {
      await started.browser.close()
      await started.server.close()
      await stop()
    }
  })
  return started
}
