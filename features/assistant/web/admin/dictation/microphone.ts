import workletUrl from './recorder-worklet.js?url'
import { wavRate } from './wav.ts'

/** Maximum ms to wait for the last piece of sound after stopping */
const lastPieceTimeout = 3000

export type Microphone = {
  /** Resolves once `onPiece` has received all sound up to this call */
  stop(): Promise<void>
}

/**
 * Listens to the microphone. `onPiece` gets the sound in pieces of less than a second, as 16-bit samples at the rate of
 * the WAV file, each with its level from 0 to 1. `onGone` is called when the microphone is unplugged or its permission
 * is revoked.
 * @throws DOMException if there is no microphone, or if the user does not allow using it
 */
export async function listenToMicrophone(
  onPiece: (piece: Int16Array<ArrayBuffer>, level: number) => void,
  onGone: () => void,
): Promise<Microphone> {
  // Browsers leave `mediaDevices` undefined on sites without https.
  if (!navigator.mediaDevices) throw new DOMException('no secure connection', 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const context = new AudioContext()
  const end = async () => {
    for (const track of stream.getTracks()) track.stop()
    await context.close()
  }
  try {
    await context.audioWorklet.addModule(workletUrl)
    const resample = createResampler(context.sampleRate)
    const node = new AudioWorkletNode(context, 'microphone', {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    const finished = Promise.withResolvers<void>()
    node.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
      if (data === null) return finished.resolve()
      const level = data.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
      onPiece(resample(data), level)
    }
    context.createMediaStreamSource(stream).connect(node)
    await context.resume()
    for (const track of stream.getTracks()) track.addEventListener('ended', onGone)
    return {
      async stop() {
        node.port.postMessage('finish')
        // The browser may have suspended the audio, so the last piece may never arrive.
        await Promise.race([
          finished.promise,
          new Promise((resolve) => setTimeout(resolve, lastPieceTimeout)),
        ])
        // Ignores sound that arrives until the stream has ended.
        node.port.onmessage = null
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Explains to the user why the microphone cannot be used. */
export function explainMicrophone(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'Allow microphone access using the icon next to the address bar, then try again.'
  if (name === 'NotFoundError') return 'Connect a microphone and try again.'
  if (name === 'NotReadableError') return 'Another app may be using it. Close that app and try again.'
  if (name === 'SecurityError') return 'Browsers only allow recording on secure (https) sites.'
  return 'Try again, or paste your text instead.'
}

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
