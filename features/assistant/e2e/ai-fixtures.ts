import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, launchWorkerServer } from '../../../tests/e2e/fixtures.ts'
import { type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { playwrightArguments } from '../../../tests/helpers/chromium.ts'

export { emptyTables, expect } from '../../../tests/e2e/fixtures.ts'

let microphones = 0

/** Timeouts in milliseconds, so short that a test can wait for them */
const short = { connect: 3000, firstByte: 3500, stall: 3500, total: 15_000 }

/** Adds a fake AI service (`ai`), which the server uses. */
export const test = base.extend<object, { ai: FakeAi }>({
  // Playwright starts a new worker for other launch options, so all tests with AI use the same ones.
  launchOptions: [microphone(toneWav(440, 10, 0.4)), { scope: 'worker' }],
  ai: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const fake = await startFakeAi()
      await use(fake)
      await fake.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ai }, use) => {
      const server = await launchWorkerServer({
        env: {
          AI_PROVIDER: 'openai-compatible',
          AI_BASE_URL: ai.url,
          AI_API_KEY: 'sk-the-key-that-nobody-may-see',
          AI_MODEL: 'fake',
          STT_BASE_URL: ai.url,
        },
        serviceLimits: { writing: short, speech: short, rest: 1, draftWait: 1000 },
      })
      // Load the SDK now. Otherwise the first request would load it, and that would count toward the timeouts.
      await import('ai')
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

/** Launch options for a Chromium whose microphone plays this file. Without a file, it denies microphone access. */
export function microphone(wav: Uint8Array | undefined): {
  executablePath: string | undefined
  args: string[]
} {
  const executablePath = process.env.CHROMIUM_PATH
  const fake = [...playwrightArguments, '--use-fake-device-for-media-stream']
  if (!wav) return { executablePath, args: [...fake, '--use-fake-ui-for-media-stream=deny'] }
  const path = join(tmpdir(), `everyday-ai-microphone-${process.pid}-${++microphones}.wav`)
  writeFileSync(path, wav)
  // Every process that loads a test file writes such a file, so it deletes its own.
  process.once('exit', () => rmSync(path, { force: true }))
  return {
    executablePath,
    args: [...fake, '--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${path}`],
  }
}

/**
 * A WAV file with one tone at 48 kHz, a common sample rate of microphones. The tone rises and fades like speech,
 * because browsers filter out a steady tone as noise. `size` is the amplitude, from 0 (silence) to 1.
 */
export function toneWav(hertz: number, seconds: number, size: number): Uint8Array {
  const rate = 48_000
  const wav = Buffer.alloc(44 + rate * seconds * 2)
  wav.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(wav.length - 44, 40)
  for (let index = 0; index < rate * seconds; index++)
    wav.writeInt16LE(
      Math.round(
        32_767 *
          size *
          Math.sin((2 * Math.PI * hertz * index) / rate) *
          Math.sin((2 * Math.PI * 2 * index) / rate) ** 2,
      ),
      44 + 2 * index,
    )
  return wav
}
