import { expect, onTestFinished, test } from 'vitest'
import { type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'

const rate = 16_000
const seconds = (count: number) => Math.round(count * rate)

type Sample = (second: number) => number
const silence: Sample = () => 0
/** Noise with this loudness (RMS), from a Lehmer random number generator, so that it is the same in each run */
function noise(loudness: number): Sample {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647 - 0.5) * Math.sqrt(12) * loudness
  }
}
/** A 180 Hz tone of amplitude `size` that rises and fades between two points in time (seconds), like a spoken word */
const word =
  (size: number, from: number, to: number): Sample =>
  (second) =>
    second < from || second > to
      ? 0
      : size * Math.sin(2 * Math.PI * 180 * second) * Math.sin((Math.PI * (second - from)) / (to - from))
const both =
  (one: Sample, other: Sample): Sample =>
  (second) =>
    one(second) + other(second)

type Encoding = { tag: number; bytes: number; write: (file: Buffer, value: number, at: number) => void }
const encodings = {
  'PCM of 8 bits': { tag: 1, bytes: 1, write: (f, v, at) => f.writeUInt8(Math.round(128 + v * 127), at) },
  'PCM of 16 bits': { tag: 1, bytes: 2, write: (f, v, at) => f.writeInt16LE(Math.round(v * 32_767), at) },
  'PCM of 24 bits': { tag: 1, bytes: 3, write: (f, v, at) => f.writeIntLE(Math.round(v * 8_388_607), at, 3) },
  'PCM of 32 bits': {
    tag: 1,
    bytes: 4,
    write: (f, v, at) => f.writeInt32LE(Math.round(v * 2 ** 31 - v), at),
  },
  'float of 32 bits': { tag: 3, bytes: 4, write: (f, v, at) => f.writeFloatLE(v, at) },
  'float of 64 bits': { tag: 3, bytes: 8, write: (f, v, at) => f.writeDoubleLE(v, at) },
  extensible: { tag: 0xfffe, bytes: 2, write: (f, v, at) => f.writeInt16LE(Math.round(v * 32_767), at) },
} satisfies Record<string, Encoding>
const { 'PCM of 16 bits': usual } = encodings

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)])
}

/** A WAV file with one channel, or two with the same sound. `before` is a chunk to insert before the samples. */
function wav(
  sample: Sample,
  length: number,
  { tag, bytes, write }: Encoding = usual,
  { channels = 1, before = Buffer.alloc(0) }: { channels?: number; before?: Buffer } = {},
): Buffer {
  const format = Buffer.alloc(tag === 0xfffe ? 40 : 16)
  format.writeUInt16LE(tag, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * channels * bytes, 8)
  format.writeUInt16LE(channels * bytes, 12)
  format.writeUInt16LE(bytes * 8, 14)
  if (tag === 0xfffe) format.writeUInt16LE(1, 24)
  const content = Buffer.alloc(seconds(length) * channels * bytes)
  for (let frame = 0; frame < seconds(length); frame++) {
    const value = sample(frame / rate)
    for (let channel = 0; channel < channels; channel++)
      write(content, value, (frame * channels + channel) * bytes)
  }
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), before, chunk('data', content)]),
  )
}

async function startHearing(): Promise<{
  fake: FakeAi
  transcribe: (file: Uint8Array) => Promise<Response>
}> {
  const fake = await startFakeAi()
  onTestFinished(() => fake.close())
  const server = await startTestServer({ env: { STT_BASE_URL: fake.url } })
  const cookie = await server.signIn()
  // Load the SDK now. Otherwise the first request would load it, and that would count toward the service's timeout.
  await import('ai')
  return {
    fake,
    transcribe(file) {
      const body = new FormData()
      body.set('audio', new Blob([new Uint8Array(file)], { type: 'audio/wav' }), 'recording.wav')
      return server.send('/api/ai/transcribe', { body, cookie })
    },
  }
}

test('a silent recording is refused by its samples, and no speech service is asked', async () => {
  const { fake, transcribe } = await startHearing()
  const files: [string, Uint8Array][] = [
    ['nothing at all', wav(silence, 3)],
    ['no samples', wav(silence, 0)],
    ['the noise of a quiet room', wav(noise(0.0005), 3)],
    ['faint noise', wav(noise(0.003), 3)],
    ['a constant', wav(() => 0.2, 3)],
    ['a click', wav(both(noise(0.0003), word(0.5, 1, 1.01)), 3)],
    ['two channels', wav(noise(0.0005), 2, usual, { channels: 2 })],
    ['a note before the samples', wav(silence, 1, usual, { before: chunk('LIST', Buffer.from('odd')) })],
    ...Object.entries(encodings).map(([name, encoding]): [string, Uint8Array] => [
      name,
      wav(silence, 1, encoding),
    ]),
  ]
  for (const [name, file] of files) {
    const response = await transcribe(file)
    expect(response.status, name).toBe(422)
    expect((await response.json()).error, name).toBe('No speech was detected in the recording.')
  }
  expect(fake.received).toEqual([])
})

test('quiet speech, and what cannot be judged, reaches the speech service', async () => {
  const { fake, transcribe } = await startHearing()
  const spoken = wav(word(0.3, 0.5, 0.8), 2)
  const compressed = Buffer.from(spoken)
  compressed.writeUInt16LE(7, 20)
  const unsized = Buffer.from(spoken)
  unsized.writeUInt32LE(0xffff_ffff, 40)
  const files: [string, Uint8Array][] = [
    ['a quiet word in a quiet room', wav(both(noise(0.0003), word(0.006, 1, 1.25)), 10)],
    ['a short quiet word and nothing else', wav(word(0.01, 0, 0.2), 0.2)],
    ['a quiet word in faint noise', wav(both(noise(0.001), word(0.01, 1, 1.3)), 3)],
    ['a word at the end', wav(both(noise(0.0005), word(0.1, 59, 59.3)), 60)],
    ['speech in the noise of a fan', wav(both(noise(0.01), word(0.1, 1, 2)), 3)],
    ['two channels', wav(word(0.02, 0.2, 0.6), 1, usual, { channels: 2 })],
    ['another encoding', compressed],
    ['a stream that does not know its size', unsized],
    ['a cut end', spoken.subarray(0, seconds(1) * 2)],
    ['a header cut before its format', spoken.subarray(0, 16)],
    ['a header cut in its format', spoken.subarray(0, 30)],
    ['a header without samples', spoken.subarray(0, 36)],
    ['samples that are no numbers', wav(() => Number.NaN, 1, encodings['float of 32 bits'])],
    ...Object.entries(encodings).map(([name, encoding]): [string, Uint8Array] => [
      name,
      wav(word(0.03, 0.2, 0.6), 1, encoding),
    ]),
  ]
  for (const [name, file] of files) {
    const response = await transcribe(file)
    expect(response.status, name).toBe(200)
    expect(fake.received.length, name).toBe(1)
    fake.received.length = 0
  }
})
