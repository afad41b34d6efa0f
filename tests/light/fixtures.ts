import type { BrowserContext, Page, expect as playwrightExpect } from '@playwright/test'
import { test as base, expect as vitestExpect } from 'vitest'
import type { TestServer } from '../helpers/launch-server.ts'
import { startTestServer } from '../helpers/test-server.ts'
import { LightContext } from './page.ts'
import './matchers.ts'

// Tests of screens and forms: the built app in a light DOM, with the real server behind it. They are written like the
// browser tests of tests/e2e, of whose API a light page has the part that they need. What only a browser can show
// (layout, the editor, drag and drop, media) is tested there.

/** Vitest's `expect`, with Playwright's matchers for a light page */
export const expect = vitestExpect as unknown as typeof playwrightExpect & typeof vitestExpect

const extended = base
  .extend('expectedErrors', undefined as RegExp | undefined)
  .extend('server', (): Promise<TestServer> => startTestServer())
  .extend('javaScriptEnabled', true as boolean)
  .extend('context', async ({ server, expectedErrors, javaScriptEnabled }, { onCleanup }) => {
    const context = new LightContext(server.url, { javaScriptEnabled })
    onCleanup(async () => {
      await context.close()
      const problems = context.problems.filter((problem) => !expectedErrors?.test(problem))
      vitestExpect(problems.join('\n')).toBe('')
    })
    return context as unknown as BrowserContext
  })
  .extend('page', async ({ context }): Promise<Page> => context.newPage())
  /** For a second person. A test closes what it opens. */
  .extend('browser', async ({ server }) => ({
    newContext: async (options?: { javaScriptEnabled?: boolean }) =>
      new LightContext(server.url, options) as unknown as BrowserContext,
  }))

export const test = Object.assign(extended, {
  use: extended.override,
  step: (_name: string, run: () => Promise<unknown>) => run(),
})

/** Closes toasts, which would answer to the same words as what a test looks for next. */
export async function closeToast(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  for (const button of await toasts.getByRole('button', { name: 'Close' }).all()) await button.click()
  await expect(toasts.getByRole('listitem')).toHaveCount(0)
}

/** Waits until an island is hydrated. Some islands hydrate only when they are clicked or focused. */
export async function isAlive(page: Page, name: string): Promise<void> {
  await expect(page.locator(`[data-island="${name}"][data-alive]`)).toBeAttached()
}
