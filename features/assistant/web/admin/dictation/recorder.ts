import { createStore } from '../../../../../core/web/ui/create-store.ts'
import { listenToMicrophone, type Microphone } from './microphone.ts'
import { dropPieces, findPieces, keepPiece } from './recording-store.ts'
import { encodeWav, examineSound, type SoundFinding, secondsOf, wavRate } from './wav.ts'

/** 25 MB, the maximum upload, is about 13 minutes of sound at 32,000 bytes a second. */
export const maxRecordingSeconds = 13 * 60
/** Seconds of sound in each record that is written to IndexedDB while recording */
const storedSeconds = 2

/** Ms before the object URL of a recording is revoked, because an audio player may still be loading it */
const releaseDelay = 10_000

/** `url` is an object URL, for playing and downloading the recording on this page. */
export type Recording = { wav: Blob; url: string; seconds: number; finding: SoundFinding }

export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'recording'; seconds: number; level: number }
  | { phase: 'stopped'; recording: Recording }

/**
 * Records from the microphone. A recording is kept in memory and in this browser's database until the user replaces or
 * discards it.
 */
export class Recorder {
  readonly store = createStore<RecorderState>({ phase: 'idle' })
  #microphone: Microphone | undefined
  #pieces: Int16Array<ArrayBuffer>[] = []
  /** Number of pieces that are already in this browser's database */
  #stored = 0
  #onFull: () => void
  #listen: typeof listenToMicrophone
  #stopping: Promise<void> | undefined
  /** True while the page with the recorder is open */
  #isShown = true

  /**
   * @param onFull is called when the maximum length is reached or the microphone is unplugged. It may be called several
   * times before `stop`.
   */
  constructor(onFull: () => void, listen = listenToMicrophone) {
    this.#onFull = onFull
    this.#listen = listen
  }

  /** Loads a recording that an earlier page stored in this browser's database. */
  async find(): Promise<void> {
    this.#isShown = true
    const pieces = await findPieces()
    if (this.store.read().phase !== 'idle' || this.#microphone || pieces.length === 0) return
    this.#pieces = pieces
    this.#stored = pieces.length
    this.#finish()
  }

  /**
   * Starts recording. Returns false and stops if the user left the page in the meantime, because they would not see
   * that the microphone is on.
   */
  async start(): Promise<boolean> {
    let isFirst = true
    let isStarted = false
    const microphone = await this.#listen((piece, level) => {
      if (!this.#isShown && !isStarted) return
      // An earlier recording is deleted only now, when the new one has sound.
      if (isFirst) void this.#forget()
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

  /** Resolves when the recording has stopped. Of several simultaneous calls, only the first one returns true. */
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

  /** Resolves when the recording is gone from this browser's database, so that a reload does not bring it back. */
  async discard(): Promise<void> {
    await this.#forget()
    this.store.set({ phase: 'idle' })
  }

  /** Called when the user leaves the page. Stops a running recording and keeps it. */
  async leave(): Promise<void> {
    this.#isShown = false
    await this.stop()
    this.#release()
  }

  #release(): void {
    const state = this.store.read()
    if (state.phase === 'stopped') setTimeout(() => URL.revokeObjectURL(state.recording.url), releaseDelay)
  }

  #forget(): Promise<void> {
    this.#release()
    this.#pieces = []
    this.#stored = 0
    return dropPieces()
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
