import { listenToMicrophone, type Microphone } from './microphone.ts'
import { dropPieces, findPieces, keepPiece } from './recording-store.ts'
import { encodeWav, examineSound, type SoundFinding, secondsOf, wavRate } from './wav.ts'

/** As long as fits into an upload: 13 minutes are 25 MB. */
export const maxRecordingMs = 13 * 60
/** Seconds after which what was said is put into the browser's database. */
const keptSeconds = 2

/** Ms. */
const releaseDelay = 10_000

/** `url` is where the page can play and download it. */
export type Recording = { wav: Blob; url: string; seconds: number; finding: SoundFinding }

/** Transcribing is a held recording that is on its way. */
export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'recording'; seconds: number; level: number }
  | { phase: 'stopped'; recording: Recording }

/** Records from the microphone. What was said is held until something else is recorded or it is thrown away. */
export class Recorder {
  state: RecorderState = { phase: 'idle' }
  #listeners = new Set<() => void>()
  #microphone: Microphone | undefined
  #pieces: Int16Array<ArrayBuffer>[] = []
  /** How many of the pieces lie in the database. */
  #kept = 0
  #onFull: () => void
  #listen: typeof listenToMicrophone
  #stopping: Promise<void> | undefined
  #isShown = true

  /** `onFull` also where the microphone is gone. It may be called again until the recording has been stopped. */
  constructor(onFull: () => void, listen = listenToMicrophone) {
    this.#onFull = onFull
    this.#listen = listen
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read = (): RecorderState => this.state

  /** Takes up what an earlier page has recorded. */
  async find(): Promise<void> {
    this.#isShown = true
    const pieces = await findPieces()
    if (this.state.phase !== 'idle' || this.#microphone || pieces.length === 0) return
    this.#pieces = pieces
    this.#kept = pieces.length
    this.#hold()
  }

  /** False where the person has left meanwhile: nobody would see that the microphone is on. */
  async start(): Promise<boolean> {
    let isFirst = true
    let isTaken = false
    const microphone = await this.#listen((piece, level) => {
      if (!this.#isShown && !isTaken) return
      // Only now is there something to take the place of an earlier recording.
      if (isFirst) this.#forget()
      isFirst = false
      this.#pieces.push(piece)
      const seconds = secondsOf(this.#pieces)
      this.#set({ phase: 'recording', seconds, level })
      if (secondsOf(this.#pieces.slice(this.#kept)) >= keptSeconds) this.#keep()
      if (seconds >= maxRecordingMs) this.#onFull()
    }, this.#onFull)
    if (!this.#isShown) {
      await microphone.stop()
      return false
    }
    isTaken = true
    this.#microphone = microphone
    this.#set({ phase: 'recording', seconds: 0, level: 0 })
    return true
  }

  /** Resolves when the recording is held, and says whether this call has ended it: of two at once, one has. */
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
    this.#keep()
    this.#hold()
  }

  discard(): void {
    this.#forget()
    this.#set({ phase: 'idle' })
  }

  /** The page shows it no longer; what is being said is held. */
  async leave(): Promise<void> {
    this.#isShown = false
    await this.stop()
    this.#release()
  }

  #release(): void {
    const { state } = this
    // A player may be loading it still.
    if (state.phase === 'stopped') setTimeout(() => URL.revokeObjectURL(state.recording.url), releaseDelay)
  }

  #forget(): void {
    this.#release()
    this.#pieces = []
    this.#kept = 0
    void dropPieces()
  }

  #keep(): void {
    const fresh = this.#pieces.slice(this.#kept)
    this.#kept = this.#pieces.length
    const whole = new Int16Array(fresh.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of fresh) {
      whole.set(piece, at)
      at += piece.length
    }
    void keepPiece(whole)
  }

  #hold(): void {
    const pieces = this.#pieces
    const wav = encodeWav(pieces)
    const recording = {
      wav,
      url: URL.createObjectURL(wav),
      seconds: Math.max(1 / wavRate, secondsOf(pieces)),
      finding: examineSound(pieces),
    }
    this.#set({ phase: 'stopped', recording })
  }

  #set(state: RecorderState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}
