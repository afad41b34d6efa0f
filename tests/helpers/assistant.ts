import { onTestFinished } from 'vitest'
import type { ServiceLimits } from '../../server/assistant/service/limits.ts'
import { type AiFault, type FakeAi, startFakeAi } from '../fakes/fake-ai.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export const key = 'sk-the-key-that-nobody-may-see'
/** Part of some requests; must not appear anywhere else. */
export const secret = 'the lighthouse keeper of Nantucket'

// Longer than a test may take, and shorter than the time that the fake asks to wait before a retry. Only the faults that
// end by a deadline get short ones.
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
  // The SDK is loaded with the first call, which is no time of a service's.
  await import('ai')
  return { fake, server, ask: (path, json) => server.send(path, { method: 'POST', json, cookie }) }
}

/** A server with a fake AI service for text and speech, and the cookie of an admin */
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
