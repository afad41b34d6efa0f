/** Length of the voiced part of a short word, in seconds. Shorter sounds are clicks. */
const minWordSeconds = 0.1
const windowSeconds = 0.025
/** Minimum number of loud windows in a word */
const wordWindows = Math.round(minWordSeconds / windowSeconds)

/** A recording this loud (RMS, full scale is 1) is never silent: -46 dB. */
const audible = 0.005
/** A recording below this level has no speech: -60 dB, a quiet room through an ordinary microphone. */
const inaudible = 0.001
/** Between the two levels, words are louder than the even noise around them by this factor (10 dB). */
const contrast = 3

/**
 * True if no one speaks in a WAV file. Speech services make up words for silence, so silent recordings must not be sent
 * to them. A file that cannot be judged (a broken header, or neither PCM nor float) does not count as silent.
 */
export function isSilent(wav: Uint8Array): boolean {
  const sound = findSound(wav)
  if (!sound) return false
  const { read, frames, channels, rate } = sound
  const size = Math.max(1, Math.round(rate * windowSeconds))
  const levels: number[] = []
  let loud = 0
  for (let from = 0; from < frames; from += size) {
    const level = levelOf(read, from * channels, Math.min(frames, from + size) * channels)
    // NaN or infinite samples cannot be judged.
    if (!Number.isFinite(level)) return false
    levels.push(level)
    // Ends early: most recordings have speech in their first second.
    if (level >= audible && ++loud >= wordWindows) return false
  }
  if (levels.length === 0) return true
  levels.sort((a, b) => b - a)
  const word = levels[Math.min(wordWindows, levels.length) - 1] ?? 0
  const noise = levels[Math.floor(levels.length * 0.9)] ?? 0
  if (word >= audible) return false
  return word < inaudible || word < contrast * noise
}

/** RMS around the mean, because a constant offset is not a sound */
function levelOf(read: (index: number) => number, from: number, to: number): number {
  let sum = 0
  let squares = 0
  for (let index = from; index < to; index++) {
    const sample = read(index)
    sum += sample
    squares += sample * sample
  }
  const count = to - from
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

type Sound = { read: (index: number) => number; frames: number; channels: number; rate: number }

/** Finds the samples of a WAV file: http://soundfile.sapp.org/doc/WaveFormat/ */
function findSound(wav: Uint8Array): Sound | undefined {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  let format: { encoding: number; channels: number; rate: number; bits: number } | undefined
  // A chunk is four letters, its size, and its content, padded to an even size.
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = view.getUint32(at)
    const size = view.getUint32(at + 4, true)
    const from = at + 8
    const rest = view.byteLength - from
    if (name === fmt) {
      if (size < 16 || rest < 16) return
      const encoding = view.getUint16(from, true)
      const isExtensible = encoding === extensible && size >= 26 && rest >= 26
      format = {
        encoding: isExtensible ? view.getUint16(from + 24, true) : encoding,
        channels: view.getUint16(from + 2, true),
        rate: view.getUint32(from + 4, true),
        bits: view.getUint16(from + 14, true),
      }
    } else if (name === data) {
      if (!format) return
      const { encoding, channels, rate, bits } = format
      const read = readerOf(view, from, encoding, bits)
      if (!read || channels < 1 || channels > 8 || rate < 4000 || rate > 192_000) return
      // A streamed file has size 0, and a truncated one is shorter than its header says.
      const bytes = size === 0 ? rest : Math.min(size, rest)
      return { read, frames: Math.floor((bytes * 8) / (bits * channels)), channels, rate }
    }
    at = from + size + (size % 2)
  }
  return
}

const fmt = 0x666d7420
const data = 0x64617461
const [pcm, float, extensible] = [1, 3, 0xfffe]

/** Returns a function that reads one sample, from -1 to 1. Undefined for compressed encodings. */
function readerOf(
  view: DataView,
  from: number,
  encoding: number,
  bits: number,
): ((index: number) => number) | undefined {
  if (encoding === pcm && bits === 8) return (index) => (view.getUint8(from + index) - 128) / 0x80
  if (encoding === pcm && bits === 16) return (index) => view.getInt16(from + index * 2, true) / 0x8000
  if (encoding === pcm && bits === 24)
    return (index) =>
      (view.getUint16(from + index * 3, true) / 0x1_0000 + view.getInt8(from + index * 3 + 2)) / 0x80
  if (encoding === pcm && bits === 32) return (index) => view.getInt32(from + index * 4, true) / 0x8000_0000
  if (encoding === float && bits === 32) return (index) => view.getFloat32(from + index * 4, true)
  if (encoding === float && bits === 64) return (index) => view.getFloat64(from + index * 8, true)
  return
}
