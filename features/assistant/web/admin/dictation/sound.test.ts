import { describe, expect, test } from 'vitest'
import { createResampler } from './microphone.ts'
import { encodeWav, examineSound, secondsOf, wavRate } from './wav.ts'

const tone = (rate: number, hertz: number, seconds: number, size = 0.5) =>
  Float32Array.from(
    { length: rate * seconds },
    (_, index) => size * Math.sin((2 * Math.PI * hertz * index) / rate),
  )

/** Loudness (RMS) of 16-bit samples, from 0 to 1. The ends are left out. */
function loudness(samples: Int16Array): number {
  const middle = samples.slice(500, -500)
  return Math.sqrt(middle.reduce((sum, sample) => sum + (sample / 32_767) ** 2, 0) / middle.length)
}

function resample(rate: number, sound: Float32Array, size = 1000): Int16Array<ArrayBuffer> {
  const take = createResampler(rate)
  const pieces = []
  for (let from = 0; from < sound.length; from += size) pieces.push(take(sound.slice(from, from + size)))
  return Int16Array.from(pieces.flatMap((piece) => [...piece]))
}

describe('sound of any device becomes 16 kHz', () => {
  test.each([8000, 16_000, 44_100, 48_000, 96_000])('from %d Hz', (rate) => {
    const made = resample(rate, tone(rate, 440, 1))
    expect(made.length).toBeGreaterThan(wavRate - 100)
    expect(made.length).toBeLessThanOrEqual(wavRate)
    expect(loudness(made)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    // The pitch is unchanged: a tone of 440 Hz crosses zero 880 times a second.
    let crossings = 0
    for (let at = 1; at < made.length; at++) if ((made[at - 1] ?? 0) < 0 !== (made[at] ?? 0) < 0) crossings++
    expect(crossings / (made.length / wavRate)).toBeGreaterThan(870)
    expect(crossings / (made.length / wavRate)).toBeLessThan(890)
  })

  test('without aliasing of higher frequencies', () => {
    expect(loudness(resample(48_000, tone(48_000, 13_000, 1)))).toBeLessThan(0.005)
  })

  test('the same however the pieces are split', () => {
    const sound = tone(44_100, 300, 0.2)
    const whole = resample(44_100, sound, sound.length)
    expect(resample(44_100, sound, 128)).toEqual(whole)
  })
})

test('a WAV file has a correct header', async () => {
  const wav = encodeWav([Int16Array.of(1, -2), Int16Array.of(32_767)])
  expect(wav.type).toBe('audio/wav')
  const bytes = Buffer.from(await wav.arrayBuffer())
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  // The fields of the header: PCM, mono, 16,000 samples and 32,000 bytes a second, 2 bytes a sample, 16 bits.
  expect([20, 22].map((at) => bytes.readUInt16LE(at))).toEqual([1, 1])
  expect([24, 28].map((at) => bytes.readUInt32LE(at))).toEqual([16_000, 32_000])
  expect([32, 34].map((at) => bytes.readUInt16LE(at))).toEqual([2, 16])
  expect(bytes.readUInt32LE(40)).toBe(6)
  expect([44, 46, 48].map((at) => bytes.readInt16LE(at))).toEqual([1, -2, 32_767])
})

test('silence and distortion are detected, speech passes', () => {
  const speech = resample(48_000, tone(48_000, 200, 1, 0.3))
  expect(examineSound([speech])).toBeUndefined()
  expect(secondsOf([speech, speech])).toBeCloseTo(2, 1)
  expect(examineSound([new Int16Array(16_000)])).toBe('silent')
  expect(examineSound([resample(48_000, tone(48_000, 200, 1, 0.004))])).toBe('silent')
  expect(examineSound([resample(48_000, tone(48_000, 200, 1, 4))])).toBe('clipped')
  expect(examineSound([])).toBe('silent')
})
