import workletUrl from './recorder-worklet.js?url'
import { createResampler } from './resample.ts'

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
