import { z } from 'zod'
import type { AiService, SpeechService } from '../../../core/server/connected-services.ts'
import { type FaultKind, ServiceFault } from '../../assistant/server/service/fault.ts'
import type { Deadlines } from '../../assistant/server/service/limits.ts'
import { addressOf, askModel, type ModelUsage } from '../../assistant/server/service/model.ts'
import { toReplyShape } from '../../assistant/server/service/reply-shape.ts'
import { transcribeRecording } from '../../assistant/server/service/speech.ts'
import type { TestResult } from '../contract/connections.ts'
import { type Explanation, explainConnectError } from './explain-connect-error.ts'

/** A tiny request, in the same form as the real ones */
const testPrompt = {
  system:
    'This is a test of the connection. Answer with one JSON object and nothing else, in this shape: {"excerpt": "ok"}',
  prompt: '{"text": "ok"}',
}
const testReply = z.object({ excerpt: z.string() })

/** Asks the model for one word, and says how that went. */
export async function testAi(
  service: AiService,
  deadlines: Deadlines,
  onUsage: (usage: ModelUsage) => Promise<void>,
): Promise<TestResult> {
  const known = { service, refusesStructure: false }
  return explainResult(service, `${service.model} answers.`, async () => {
    const reply = await askModel(known, testPrompt, { deadlines, shape: toReplyShape(testReply), onUsage })
    if (reply.trim() === '') throw new ServiceFault('unusable')
  })
}

/** Sends a second of sound to the speech service, and says how that went. */
export function testSpeech(service: SpeechService, deadlines: Deadlines): Promise<TestResult> {
  return explainResult(service, `${service.model} took a short test sound.`, async () => {
    await transcribeRecording(service, deadlines, makeTestSound())
  })
}

async function explainResult(
  service: AiService | SpeechService,
  success: string,
  run: () => Promise<void>,
): Promise<TestResult> {
  try {
    await run()
    return { works: true, message: success, advice: null }
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error
    return { works: false, ...explainServiceFault(error, addressOf(service), service.model) }
  }
}

/** Says in plain words why a service did not do what we asked. The service's own words are left out. */
export function explainServiceFault(
  { kind, status, code }: ServiceFault,
  address: string,
  model: string,
): Explanation {
  const { hostname: host, port, protocol } = new URL(address)
  const place = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
  if (kind === 'timeout')
    return {
      message: 'The service didn’t answer in time.',
      advice: 'Check the address. A model on your own machine may still be loading: test again in a minute.',
    }
  if (kind === 'unreachable')
    return (
      explainConnectError([code], place) ?? {
        message: `The connection to ${host} failed.`,
        advice: 'Check the address, and whether the service is running.',
      }
    )
  const [message, advice] = explanations[kind] ?? explanations.unusable
  return { message: message.replace('{model}', model).replace('{status}', String(status)), advice }
}

const explanations: Partial<Record<FaultKind, [string, string]>> & { unusable: [string, string] } = {
  key: [
    'The service didn’t accept the key ({status}).',
    'Copy the key again from your account with this provider, and check that it’s still valid there.',
  ],
  'no-model': [
    'The service doesn’t know the model “{model}” ({status}).',
    'Choose one from the provider’s list, or check the spelling.',
  ],
  'not-found': [
    'There’s no such service at this address ({status}).',
    'Check the address. Most end in /v1, such as http://localhost:11434/v1.',
  ],
  rejected: ['The service didn’t accept our request ({status}).', 'Check the address and the model.'],
  'no-structure': ['The service didn’t accept our request ({status}).', 'Check the address and the model.'],
  redirected: [
    'This address leads to another one. We didn’t follow, so that your key goes nowhere else.',
    'Type the address that it leads to.',
  ],
  quota: [
    'The service says that your account has no credit left, or has reached its limit ({status}).',
    'Check the billing and the limits in your account with this provider.',
  ],
  busy: ['The service is busy, or your limit of requests is reached ({status}).', 'Test again in a minute.'],
  overloaded: ['The service is busy ({status}).', 'Test again in a minute.'],
  broken: ['The service reports a fault of its own ({status}).', 'Test again in a few minutes.'],
  cut: ['The service stopped in the middle of its answer.', 'Test again.'],
  'too-long': ['The service sent far more than we asked for.', 'Check the address and the model.'],
  'not-json': [
    'A website answers at this address, but not with JSON, as this service would.',
    'Check the address. Most end in /v1, such as http://localhost:11434/v1.',
  ],
  unusable: [
    'The service answers, but not with JSON that we understand.',
    'Check the address and the model. The address must be one that works like OpenAI’s.',
  ],
}

const sampleRate = 16_000
const seconds = 1
const headerBytes = 44

/** A tone of one second as a WAV file (16-bit PCM, 16 kHz, mono), for testing a speech service */
function makeTestSound(): Uint8Array {
  const samples = sampleRate * seconds
  const wav = Buffer.alloc(headerBytes + 2 * samples)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  // PCM, one channel
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(2 * sampleRate, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(2 * samples, 40)
  for (let index = 0; index < samples; index++)
    wav.writeInt16LE(
      Math.round(3000 * Math.sin((2 * Math.PI * 440 * index) / sampleRate)),
      headerBytes + 2 * index,
    )
  return new Uint8Array(wav)
}
