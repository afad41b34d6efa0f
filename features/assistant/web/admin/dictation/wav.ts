/** Samples per second. Speech services convert to this rate, so a higher rate would only make uploads larger. */
export const wavRate = 16_000

/** Encodes a WAV file, 16-bit PCM, mono: http://soundfile.sapp.org/doc/WaveFormat/ */
export function encodeWav(pieces: readonly Int16Array<ArrayBuffer>[]): Blob {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  const header = new DataView(new ArrayBuffer(44))
  const word = (offset: number, letters: string) =>
    [...letters].forEach((letter, index) => void header.setUint8(offset + index, letter.charCodeAt(0)))
  word(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  word(8, 'WAVE')
  word(12, 'fmt ')
  header.setUint32(16, 16, true)
  // PCM, one channel
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, wavRate, true)
  header.setUint32(28, wavRate * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  word(36, 'data')
  header.setUint32(40, bytes, true)
  // WAV is little-endian. Typed arrays use the byte order of the machine, which is little-endian wherever browsers run.
  return new Blob([header, ...pieces], { type: 'audio/wav' })
}

/** A problem of a recording, if there is one */
export type SoundFinding = 'silent' | 'clipped' | undefined

/** A recording that never reaches this share of full scale (-40 dB) has no speech. */
const silence = 0.01
const fullScale = 32_767
/** With this share of clipped samples, speech sounds distorted. */
const clippedShare = 0.002

export function examineSound(pieces: readonly Int16Array[]): SoundFinding {
  let loudest = 0
  let clipped = 0
  let count = 0
  for (const piece of pieces)
    for (const sample of piece) {
      const size = Math.abs(sample)
      if (size > loudest) loudest = size
      if (size >= fullScale) clipped++
      count++
    }
  if (loudest < silence * fullScale) return 'silent'
  return clipped > clippedShare * count ? 'clipped' : undefined
}

export function secondsOf(pieces: readonly Int16Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0) / wavRate
}
