import { createStore } from '../../ui/create-store.ts'
import { listenToMicrophone, type Microphone } from './microphone.ts'
import { dropPieces, findPieces, keepPiece } from './recording-store.ts'
import { encodeWav, examineSound, type SoundFinding, secondsOf, wavRate } from './wav.ts'

/** The maximum upload of 25 MB is 13 minutes. */
export const maxRecordingSeconds = 13 * 60
/** Length of the pieces that are stored in the browser's database while recording */
const storedSeconds = 2

/** Ms before the URL of a recording is revoked, because a player may still be loading it */
const releaseDelay = 10_000

/** `url` is for playing and downloading it on this page. */
export type Recording = { wav: Blob; url: string; seconds: number; finding: SoundFinding }

export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'recording'; seconds: number; level: number }
  | { phase: 'stopped'; recording: Recording }

/** Records from the microphone. A recording is kept until it is replaced or discarded. */
export class Recorder {
  readonly store = createStore<RecorderState>({ phase: 'idle' })
  #microphone: Microphone | undefined
  #pieces: Int16Array<ArrayBuffer>[] = []
  /** Number of pieces that are already in the database */
  #stored = 0
  #onFull: () => void
  #listen: typeof listenToMicrophone
  #stopping: Promise<void> | undefined
  #isShown = true

  /** `onFull` is called at the maximum length or when the microphone is gone, maybe repeatedly until `stop`. */
  constructor(onFull: () => void, listen = listenToMicrophone) {
    this.#onFull = onFull
    this.#listen = listen
  }

  /** Loads a recording that an earlier page has stored. */
  async find(): Promise<void> {
    this.#isShown = true
    const pieces = await findPieces()
    if (this.store.read().phase !== 'idle' || this.#microphone || pieces.length === 0) return
    this.#pieces = pieces
    this.#stored = pieces.length
    this.#finish()
  }

  /** False if the user has left in the meantime: they would not see that the microphone is on. */
  async start(): Promise<boolean> {
    let isFirst = true
    let isStarted = false
    const microphone = await this.#listen((piece, level) => {
      if (!this.#isShown && !isStarted) return
      // The first piece replaces an earlier recording.
      if (isFirst) this.#forget()
      isFirst = false
      this.#pieces.push(piece)
      const seconds = secondsOf(this.#pieces)
      this.store.set({ phase: 'recording', seconds, level })
      if (secondsOf(this.#pieces.slice(this.#stored)) >= storedSeconds) this.#store()
      if (seconds >= maxRecordingSeconds) this.#onFull()
    }, this.#onFull)
    if (!this.#isShown) {
      await microphone.stop()
      return false
    }
    isStarted = true
    this.#microphone = microphone
    this.store.set({ phase: 'recording', seconds: 0, level: 0 })
    return true
  }

  /** Resolves when the recording has been stopped; true for only one of several simultaneous calls. */
  async stop(): Promise<boolean> {
    if (this.#stopping) {
      await this.#stopping
      return false
    }
    if (!this.#microphone) return false
    this.#stopping = this.#end(this.#microphone).finally(() => {
      this.#stopping = undefined
    })
    await this.#stopping
    return true
  }

  async #end(microphone: Microphone): Promise<void> {
    this.#microphone = undefined
    await microphone.stop()
    this.#store()
    this.#finish()
  }

  discard(): void {
    this.#forget()
    this.store.set({ phase: 'idle' })
  }

  /** Called when the user leaves the page: keeps the running recording. */
  async leave(): Promise<void> {
    this.#isShown = false
    await this.stop()
    this.#release()
  }

  #release(): void {
    const state = this.store.read()
    if (state.phase === 'stopped') setTimeout(() => URL.revokeObjectURL(state.recording.url), releaseDelay)
  }

  #forget(): void {
    this.#release()
    this.#pieces = []
    this.#stored = 0
    void dropPieces()
  }

  #store(): void {
    const unstored = this.#pieces.slice(this.#stored)
    this.#stored = this.#pieces.length
    const whole = new Int16Array(unstored.reduce((sum, piece) => sum + piece.length, 0))
    let offset = 0
    for (const piece of unstored) {
      whole.set(piece, offset)
      offset += piece.length
    }
    void keepPiece(whole)
  }

  #finish(): void {
    const pieces = this.#pieces
    const wav = encodeWav(pieces)
    const recording = {
      wav,
      url: URL.createObjectURL(wav),
      seconds: Math.max(1 / wavRate, secondsOf(pieces)),
      finding: examineSound(pieces),
    }
    this.store.set({ phase: 'stopped', recording })
  }
}

/** "2:05" */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
