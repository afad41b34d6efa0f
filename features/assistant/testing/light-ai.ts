import { startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { test as base } from '../../../tests/light/fixtures.ts'

export { expect } from '../../../tests/light/fixtures.ts'

/** Timeouts in milliseconds, so short that a test can wait for them */
const short = { connect: 3000, firstByte: 3500, stall: 3500, total: 15_000 }

/** Adds a fake AI service (`ai`), which the server uses, and jobs, which write drafts. */
export const test = Object.assign(
  base
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures from this pattern
    .extend('ai', async ({}, { onCleanup }) => {
      const fake = await startFakeAi()
      onCleanup(fake.close)
      return fake
    })
    .extend('server', async ({ ai }) => {
      const server = await startTestServer({
        env: {
          AI_PROVIDER: 'openai-compatible',
          AI_BASE_URL: ai.url,
          AI_API_KEY: 'sk-the-key-that-nobody-may-see',
          AI_MODEL: 'fake',
          STT_BASE_URL: ai.url,
        },
        serviceLimits: { writing: short, speech: short, rest: 1, draftWait: 1000 },
        jobPause: 0.5,
      })
      // Load the SDK now. Otherwise the first request would load it, and that would count toward the timeouts.
      await import('ai')
      return server
    }),
  { use: base.use, step: base.step },
)
