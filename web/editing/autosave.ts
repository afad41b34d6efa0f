import { explainFailure, hasStatus } from '../api-failures.ts'
import { createStore, type Store } from '../ui/create-store.ts'

/** Milliseconds from the last change until the server gets the text. */
const saveDelay = 2000
/** Milliseconds until a failed save is tried again. */
const retryDelay = 10_000
/** Milliseconds from a change until this device has a copy. */
const copyDelay = 300

export type AutosaveState<Saved> = {
  /** The record as the server last sent it. */
  saved: Saved
  /** The server does not have what was typed. */
  dirty: boolean
  saving: boolean
  savedAt: Date | undefined
  /** One sentence about why the last save failed. */
  problem: string | undefined
  /** The server read the values and rejected them, so trying again would not help. */
  refused: boolean
  /** The record as someone else saved it in the meantime. */
  conflict: NonNullable<Saved> | undefined
  /** Time of the copy on this device, or that storage is full. */
  copiedAt: Date | 'no room' | undefined
}

export type SaveOutcome<Saved> = { ok: true; saved: NonNullable<Saved> } | { ok: false; error: unknown }

/**
 * Saves what is typed into one form: on this device at once, on the server soon after, one request at a time. `Values`
 * is what the form holds, `Saved` the record that the server sends back.
 */
export abstract class Autosave<Values, Saved> {
  /** Also notifies when only the values have changed. */
  readonly store: Store<AutosaveState<Saved>>
  values: Values
  /** The part of the values that the server has. */
  protected savedValues: Values
  /** Version of the record that the values are based on. */
  protected version: number | undefined
  #loadListener: (() => void) | undefined
  #running: Promise<SaveOutcome<Saved>> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #copyTimer: ReturnType<typeof setTimeout> | undefined
  /** The user put off a conflict or a sign-in, so only they save next. */
  #paused = false
  #closed = false

  constructor(
    saved: Saved,
    values: Values,
    start: { version: number | undefined; savedAt: Date | undefined },
  ) {
    this.values = values
    this.savedValues = values
    this.version = start.version
    this.store = createStore<AutosaveState<Saved>>({
      saved,
      dirty: false,
      saving: false,
      savedAt: start.savedAt,
      problem: undefined,
      refused: false,
      conflict: undefined,
      copiedAt: undefined,
    })
  }

  get state(): AutosaveState<Saved> {
    return this.store.read()
  }

  /** Sends the values to the server. `isAutosave`: by timer, and not by the user. */
  protected abstract send(values: Values, isAutosave: boolean): Promise<NonNullable<Saved>>
  /** The current record out of the body of a 409 response. */
  protected abstract readConflict(body: unknown): NonNullable<Saved> | undefined
  protected abstract versionOf(saved: NonNullable<Saved>): number | undefined
  protected abstract isSame(a: Values, b: Values): boolean
  /** Stores a copy on this device. False: storage is full. */
  protected abstract writeCopy(time: Date): boolean
  abstract dropCopy(): void

  /** Whether the timer may save. The user always may. */
  protected mayAutosave(): boolean {
    return true
  }

  /** Returns the values that the server has after a save of `sent`. */
  protected keptOf(sent: Values, _saved: NonNullable<Saved>): Values {
    return sent
  }

  /** Whether anything is left to save after a save. */
  protected isUnsaved(_saved: NonNullable<Saved>): boolean {
    return !this.isSame(this.values, this.savedValues)
  }

  /** Tells the form to show values that replace what was typed. The returned function ends that. */
  onLoad(listener: () => void): () => void {
    this.#loadListener = listener
    return () => {
      this.#loadListener = undefined
    }
  }

  /** False once the form was left; a save may end after that. */
  get isOpen(): boolean {
    return !this.#closed
  }

  /** Starts to listen to the browser. The returned function stops saving; the copy on this device stays. */
  open(): () => void {
    const copyNow = () => this.#copy()
    const retry = () => this.#plan(0)
    this.#closed = false
    // A tab in the background may be discarded at any time.
    addEventListener('pagehide', copyNow)
    document.addEventListener('visibilitychange', copyNow)
    addEventListener('online', retry)
    return () => {
      removeEventListener('pagehide', copyNow)
      document.removeEventListener('visibilitychange', copyNow)
      removeEventListener('online', retry)
      this.#copy()
      clearTimeout(this.#saveTimer)
      this.#closed = true
    }
  }

  /** Takes what the form holds after the user changed something. */
  change(values: Values): void {
    this.values = values
    const dirty = !this.isSame(values, this.savedValues)
    // The state stays the same object while it says the same, so that a form does not render on every keystroke.
    this.set(dirty === this.state.dirty ? undefined : { dirty })
    this.#copyTimer ??= setTimeout(() => this.#copy(), copyDelay)
    if (dirty) this.#plan(saveDelay)
    else clearTimeout(this.#saveTimer)
  }

  /** Saves now, even if nothing has changed. */
  async save(): Promise<SaveOutcome<Saved>> {
    await this.idle()
    this.#paused = false
    return this.#run(false)
  }

  /** Resolves once no save is running. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Takes over the server's record and its values in place of what was typed. */
  accept(saved: NonNullable<Saved>, values: Values, savedAt?: Date): void {
    this.version = this.versionOf(saved)
    this.savedValues = values
    this.values = values
    this.set({
      saved,
      dirty: false,
      conflict: undefined,
      problem: undefined,
      refused: false,
      savedAt: savedAt ?? this.state.savedAt,
    })
    this.#copy()
    this.#loadListener?.()
  }

  /** Saves over the other version, which the user has seen. */
  overrule(): Promise<SaveOutcome<Saved>> {
    const { conflict } = this.state
    if (conflict) {
      this.version = this.versionOf(conflict)
      this.set({ saved: conflict, conflict: undefined, dirty: true })
    }
    return this.save()
  }

  /** Closes the conflict without a decision. `pause`: only the user saves next. */
  postpone({ pause }: { pause: boolean }): void {
    this.#paused ||= pause
    this.set({ conflict: undefined })
  }

  /** Drops the copy on this device: the values are saved, or discarded on purpose. */
  forget(): void {
    clearTimeout(this.#copyTimer)
    clearTimeout(this.#saveTimer)
    this.savedValues = this.values
    this.set({ dirty: false })
    this.dropCopy()
  }

  /** Puts other values, such as a copy from this device, in place of what was typed. */
  load(values: Values): void {
    this.change(values)
    this.#loadListener?.()
  }

  protected set(change: Partial<AutosaveState<Saved>> | undefined): void {
    this.store.set(change ? { ...this.state, ...change } : this.state)
  }

  #plan(delay: number): void {
    clearTimeout(this.#saveTimer)
    if (!this.#maySaveByTimer()) return
    this.#saveTimer = setTimeout(() => {
      // A running save plans the next one when it ends.
      if (!this.#running && this.#maySaveByTimer()) void this.#run(true)
    }, delay)
  }

  #maySaveByTimer(): boolean {
    const { dirty, conflict } = this.state
    return dirty && !conflict && !this.#paused && !this.#closed && this.mayAutosave()
  }

  #run(isAutosave: boolean): Promise<SaveOutcome<Saved>> {
    clearTimeout(this.#saveTimer)
    this.#running = this.#send(isAutosave).finally(() => {
      this.#running = undefined
      this.set({ saving: false })
      // Rejected values wait for the next change.
      if (!this.state.refused) this.#plan(this.state.problem ? retryDelay : saveDelay)
    })
    return this.#running
  }

  async #send(isAutosave: boolean): Promise<SaveOutcome<Saved>> {
    const sent = this.values
    this.set({ saving: true })
    try {
      const saved = await this.send(sent, isAutosave)
      this.version = this.versionOf(saved)
      this.savedValues = this.keptOf(sent, saved)
      const dirty = this.isUnsaved(saved)
      this.set({ saved, savedAt: new Date(), dirty, problem: undefined, refused: false })
      this.#copy()
      return { ok: true, saved }
    } catch (error) {
      if (hasStatus(error, 401)) this.#paused = true
      this.#copy()
      this.set({
        conflict: hasStatus(error, 409) ? this.readConflict(error.body) : undefined,
        problem: explainFailure(error),
        refused: hasStatus(error, 400) || hasStatus(error, 404) || hasStatus(error, 413),
      })
      return { ok: false, error }
    }
  }

  #copy(): void {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    if (this.isSame(this.values, this.savedValues)) {
      this.dropCopy()
      if (this.state.copiedAt) this.set({ copiedAt: undefined })
      return
    }
    const time = new Date()
    this.set({ copiedAt: this.writeCopy(time) ? time : 'no room' })
  }
}
