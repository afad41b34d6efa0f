import { wavRate } from './wav.ts'

/** Zero crossings on each side of the filter. 16 are enough to remove frequencies above 8 kHz, half the output rate. */
const crossings = 16
/** Number of filter values between two zero crossings */
const steps = 512

/** The right half of a symmetric low-pass filter (sinc with a Hann window) */
const filter = Float32Array.from({ length: crossings * steps + 1 }, (_, index) => {
  const x = index / steps
  const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / crossings)
  return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
})

/** Resamples pieces of sound from the device's rate to 16-bit samples at the file's rate. */
export function createResampler(rate: number): (piece: Float32Array) => Int16Array<ArrayBuffer> {
  const step = rate / wavRate
  // Share of the input's frequencies to keep. If the device's rate is lower than the output rate, there is nothing to
  // remove. The factor leaves room for the filter's slope.
  const cutoff = Math.min(1, 1 / step) * 0.95
  const reach = Math.ceil(crossings / cutoff)
  let held = new Float32Array(reach)
  // Index in `held` (a fraction) at which the next output sample is computed
  let position = reach
  return (piece) => {
    const input = new Float32Array(held.length + piece.length)
    input.set(held)
    input.set(piece, held.length)
    const count = Math.max(0, Math.ceil((input.length - reach - position) / step))
    const output = new Int16Array(count)
    for (let index = 0; index < count; index++) {
      output[index] = toSample(cutoff * weigh(input, position, reach, cutoff))
      position += step
    }
    const done = Math.max(0, Math.floor(position) - reach)
    held = input.slice(done)
    position -= done
    return output
  }
}

function weigh(input: Float32Array, position: number, reach: number, cutoff: number): number {
  let sum = 0
  for (let index = Math.ceil(position - reach); index <= position + reach; index++) {
    const weight = filter[Math.round(Math.abs(index - position) * cutoff * steps)] ?? 0
    sum += (input[index] ?? 0) * weight
  }
  return sum
}

const toSample = (value: number) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
