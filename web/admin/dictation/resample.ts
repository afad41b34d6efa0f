import { wavRate } from './wav.ts'

/** Zero crossings of the filter on each side: enough to keep what lies above 8 kHz out of the speech. */
const crossings = 16
/** Steps of the filter between two zero crossings. */
const steps = 512

/** A low-pass filter (a sinc under a Hann window), from its middle outwards. */
const filter = Float32Array.from({ length: crossings * steps + 1 }, (_, index) => {
  const x = index / steps
  const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / crossings)
  return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
})

/** Turns sound that comes in pieces, at the rate of the device, into 16-bit samples at the rate of the file. */
export function createResampler(rate: number): (piece: Float32Array) => Int16Array<ArrayBuffer> {
  const step = rate / wavRate
  // Where the device is slower than the file there is nothing to keep out.
  const cutoff = Math.min(1, 1 / step) * 0.95
  const reach = Math.ceil(crossings / cutoff)
  let held = new Float32Array(reach)
  // Of the next sample to be made, in samples of `held`.
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
  for (let at = Math.ceil(position - reach); at <= position + reach; at++) {
    const weight = filter[Math.round(Math.abs(at - position) * cutoff * steps)] ?? 0
    sum += (input[at] ?? 0) * weight
  }
  return sum
}

const toSample = (value: number) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
