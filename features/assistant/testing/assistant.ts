import { onTestFinished } from 'vitest'
import { type AiFault, type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { ServiceLimits } from '../server/service/limits.ts'

export const key = 'sk-the-key-that-nobody-may-see'
/** Part of some requests to the AI service. It must not appear in logs or responses. */
export const secret = 'the lighthouse keeper of Nantucket'

// In milliseconds. The usual timeouts are so long that they cannot fire during a test. They are shorter than the
// `Retry-After` of 30 s that tests set, so that no request is retried. Only tests of timeouts use short ones.
const roomy = { connect: 25_000, firstByte: 25_000, stall: 25_000, total: 25_000 }
export const usual = { writing: roomy, speech: roomy, rest: 60_000, draftWait: 10_000 }
export const short = { connect: 500, firstByte: 500, stall: 500, total: 1200 }
export const hurried = { ...usual, writing: short, speech: short, draftWait: 300 }

export const limitsFor = (fault: AiFault) =>
  ['silent', 'stalled', 'slow'].includes(String(fault)) ? hurried : usual

export type Asking = {
  fake: FakeAi
  server: TestServer
  ask(path: string, json?: unknown): Promise<Response>
}

export async function startAsking(env: Record<string, string> = {}, limits = usual): Promise<Asking> {
  const { fake, server, cookie } = await startWithAi({ env, limits })
  // Load the SDK now. Otherwise the first request would load it, and that would count toward the service's timeout.
  await import('ai')
  return { fake, server, ask: (path, json) => server.send(path, { method: 'POST', json, cookie }) }
}

/** Starts a server with a fake AI service for text and speech, and signs in an admin. */
export async function startWithAi({
  env,
  limits,
}: {
  env?: Record<string, string>
  limits?: ServiceLimits
} = {}): Promise<{ fake: FakeAi; server: TestServer; cookie: string }> {
  const fake = await startFakeAi()
  onTestFinished(() => fake.close())
  const server = await startTestServer({
    env: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: fake.url,
      AI_API_KEY: key,
      AI_MODEL: 'fake',
      STT_BASE_URL: fake.url,
      STT_API_KEY: key,
      ...env,
    },
    ...(limits && { serviceLimits: limits }),
  })
  return { fake, server, cookie: await server.signIn() }
}

export function recording(): FormData {
  const form = new FormData()
  const file = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])
  form.set('audio', new Blob([file], { type: 'audio/wav' }), 'recording.wav')
  return form
}
