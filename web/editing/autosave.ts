import { explainFailure, hasStatus } from '../api-failures.ts'
import { createStore, type Store } from '../ui/create-store.ts'

/** Milliseconds between the last change and the automatic save to the server */
const saveDelay = 2000
/** Milliseconds between a failed save and the next attempt */
const retryDelay = 10_000
/** Milliseconds between a change and the copy in this browser's storage */
const copyDelay = 300

export type AutosaveState<Saved> = {
  /** The record (post or writing room) as the server last returned it */
  saved: Saved
  /** True if the form has changes that the server does not have */
  dirty: boolean
  saving: boolean
  savedAt: Date | undefined
  /** One sentence about why the last save failed. */
  problem: string | undefined
  /** True if the server rejected the values, so that sending the same values again would not help */
  refused: boolean
  /** True if it rejected them because the user has no right to change the record */
  forbidden: boolean
  /** The current record if someone else saved it in the meantime and the user has not decided yet */
  conflict: NonNullable<Saved> | undefined
  /** Time of the copy in this browser; `no room` if the browser's storage is full */
  copiedAt: Date | 'no room' | undefined
}

export type SaveOutcome<Saved> = { ok: true; saved: NonNullable<Saved> } | { ok: false; error: unknown }

/**
 * Saves what the user types into one form: first as a copy in this browser's storage, soon after on the server, with
 * one request at a time. `Values` are the values of the form, `Saved` is the record that the server returns.
 */
export abstract class Autosave<Values, Saved> {
  /** Also notifies its subscribers if only `values` changed and not the state. */
  readonly store: Store<AutosaveState<Saved>>
  values: Values
  /** The values that are saved on the server */
  protected savedValues: Values
  /** Version of the record that the user's changes are based on; a save over a newer version is a conflict */
  protected version: number | undefined
  #loadListener: (() => void) | undefined
  #running: Promise<SaveOutcome<Saved>> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #copyTimer: ReturnType<typeof setTimeout> | undefined
  /** True after the user dismissed a conflict or must sign in. Autosave stops until the user saves. */
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
      forbidden: false,
      conflict: undefined,
      copiedAt: undefined,
    })
  }

  get state(): AutosaveState<Saved> {
    return this.store.read()
  }

  /** Sends the values to the server. `isAutosave` is true if the timer saves and not the user. */
  protected abstract send(values: Values, isAutosave: boolean): Promise<NonNullable<Saved>>
  /** Returns the current record from the body of a 409 response. */
  protected abstract readConflict(body: unknown): NonNullable<Saved> | undefined
  protected abstract versionOf(saved: NonNullable<Saved>): number | undefined
  protected abstract isSame(a: Values, b: Values): boolean
  /** Stores a copy of the values in this browser. Returns false if the storage is full. */
  protected abstract writeCopy(time: Date): boolean
  abstract dropCopy(): void

  /** True if the timer may save the current values. The user can always save. */
  protected mayAutosave(): boolean {
    return true
  }

  /** Returns the values that are on the server after `sent` was saved. */
  protected keptOf(sent: Values, _saved: NonNullable<Saved>): Values {
    return sent
  }

  /** True if the values changed during the save, so that another save is needed. */
  protected isUnsaved(_saved: NonNullable<Saved>): boolean {
    return !this.isSame(this.values, this.savedValues)
  }

  /** Calls the listener when `values` were replaced and the form must show them. Returns a function that stops this. */
  onLoad(listener: () => void): () => void {
    this.#loadListener = listener
    return () => {
      this.#loadListener = undefined
    }
  }

  /** False after the user has left the form. A save may still be running then. */
  get isOpen(): boolean {
    return !this.#closed
  }

  /** Starts listening to browser events. The returned function stops autosaving and keeps the copy in this browser. */
  open(): () => void {
    const copyNow = () => this.#copy()
    const retry = () => this.#plan(0)
    this.#closed = false
    // Copy at once when the tab is hidden, because browsers may discard a background tab at any time.
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

  /** Called with the form's values after each change by the user. */
  change(values: Values): void {
    this.values = values
    const dirty = !this.isSame(values, this.savedValues)
    // Keep the same state object while nothing in it changes, so that the form does not render on every keystroke.
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

  /** Replaces the form's values with a record from the server. */
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
      forbidden: false,
      savedAt: savedAt ?? this.state.savedAt,
    })
    this.#copy()
    this.#loadListener?.()
  }

  /** Resolves a conflict by overwriting the other version, after the user has seen it. */
  overrule(): Promise<SaveOutcome<Saved>> {
    const { conflict } = this.state
    if (conflict) {
      this.version = this.versionOf(conflict)
      this.set({ saved: conflict, conflict: undefined, dirty: true })
    }
    return this.save()
  }

  /** Closes the conflict dialog without a decision. `pause` stops autosaving until the user saves. */
  postpone({ pause }: { pause: boolean }): void {
    this.#paused ||= pause
    this.set({ conflict: undefined })
  }

  /** Deletes the copy in this browser, after the values were saved or the user discarded them. */
  forget(): void {
    clearTimeout(this.#copyTimer)
    clearTimeout(this.#saveTimer)
    this.savedValues = this.values
    this.set({ dirty: false })
    this.dropCopy()
  }

  /** Replaces the form's values, for example with a copy from this browser. The new values count as unsaved. */
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
      // If a save is running, it schedules the next one when it ends.
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
      // If the server rejected the values, wait until the user changes something.
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
      this.set({ saved, savedAt: new Date(), dirty, problem: undefined, refused: false, forbidden: false })
      this.#copy()
      return { ok: true, saved }
    } catch (error) {
      // The session has ended, so wait until the user saves and signs in again.
      if (hasStatus(error, 401)) this.#paused = true
      this.#copy()
      this.set({
        conflict: hasStatus(error, 409) ? this.readConflict(error.body) : undefined,
        problem: explainFailure(error),
        // 400: invalid values. 403: the user may not change it. 404: it was deleted. 413: the text is too long.
        refused: [400, 403, 404, 413].some((status) => hasStatus(error, status)),
        forbidden: hasStatus(error, 403),
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
