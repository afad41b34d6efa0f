import { explainFailure, hasStatus } from '../../api-failures.ts'
import { createStore, type Store } from '../../ui/create-store.ts'
import type { LocalCopy } from '../local-copy.ts'
import { findCollisions, isSame, mergeVersions, type Side } from './merge-versions.ts'

/** Milliseconds between the last change and the automatic save to the server */
const saveDelay = 2000
/** Milliseconds between a failed save and the next attempt */
const retryDelay = 10_000
/** Milliseconds between a change and the copy in this browser's storage */
const copyDelay = 300

export type Version = number | string | undefined

/** Someone else saved the record in the meantime, and both changed the same fields. */
export type Conflict<Values, Saved> = {
  theirs: NonNullable<Saved>
  theirValues: Values
  /** What both started from, as far as it is known */
  base: Partial<Values>
  /** Paths of the fields that both changed */
  collisions: string[]
}

export type EditState<Values, Saved> = {
  /** The record as the server last returned it */
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
  /** Set until the user has chosen */
  conflict: Conflict<Values, Saved> | undefined
  /** Time of the copy in this browser; `no room` if the browser's storage is full */
  copiedAt: Date | 'no room' | undefined
  /** Unsaved values that this browser kept earlier, until the user restores or discards them */
  found: LocalCopy | undefined
}

export type SaveOutcome<Saved> =
  /** `isMerged`: with what someone else changed in the meantime */
  { ok: true; saved: NonNullable<Saved>; isMerged?: boolean } | { ok: false; error: unknown }

/**
 * One user's edit of one record. Keeps what is typed as a copy in this browser's storage, and saves it on the server,
 * with one request at a time: by a timer where `mayAutosave` allows it, or when the user says so. If someone else has
 * saved the record in the meantime, their changes are merged in field by field, and only fields that both changed wait
 * for the user's choice. `Values` are the values of the form, `Saved` is the record that the server returns.
 */
export abstract class RecordEdit<Values extends object, Saved> {
  /** Also notifies its subscribers if only `values` changed and not the state. */
  readonly store: Store<EditState<Values, Saved>>
  values: Values
  /** The values that are saved on the server, as the form had them. */
  protected savedValues: Values
  /** The same as the server returned them; undefined if the values come from a copy that does not have them. */
  #base: Values | undefined
  /** Version of the record that the user's changes are based on */
  protected version: Version
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
    start: { version: Version; savedAt?: Date | undefined; found?: LocalCopy | undefined },
  ) {
    this.values = values
    this.savedValues = values
    this.#base = values
    this.version = start.version
    this.store = createStore<EditState<Values, Saved>>({
      saved,
      dirty: false,
      saving: false,
      savedAt: start.savedAt,
      problem: undefined,
      refused: false,
      forbidden: false,
      conflict: undefined,
      copiedAt: undefined,
      found: start.found,
    })
  }

  get state(): EditState<Values, Saved> {
    return this.store.read()
  }

  /** Sends the values to the server. `isAutosave` is true if the timer saves and not the user. */
  protected abstract send(values: Values, isAutosave: boolean): Promise<NonNullable<Saved>>
  /** Returns the current record from the body of a 409 response. */
  protected abstract readCurrent(body: unknown): NonNullable<Saved> | undefined
  protected abstract valuesOf(saved: NonNullable<Saved>): Values
  protected abstract versionOf(saved: NonNullable<Saved>): Version
  /** Stores a copy of the values in this browser. Returns false if the storage is full. */
  protected abstract writeCopy(copy: LocalCopy & { values: Values }): boolean
  protected abstract dropCopy(): void

  protected isSame(a: Values, b: Values): boolean {
    return isSame(a, b)
  }

  /** Completes the values of a copy, because an earlier version of the site may have stored them. */
  protected fit(kept: object): Values {
    return { ...this.savedValues, ...kept }
  }

  /** True if the timer may save the current values. The user can always save. */
  protected mayAutosave(): boolean {
    return true
  }

  /** Returns the values that are on the server after `sent` was saved, as the form has them. */
  protected keptOf(sent: Values, _saved: NonNullable<Saved>): Values {
    return sent
  }

  /** True if the values changed during the save, so that another save is needed. */
  protected isUnsaved(_saved: NonNullable<Saved>): boolean {
    return !this.isSame(this.values, this.savedValues)
  }

  /** True if a save has nothing left to do once the values are those on the server. */
  protected isDone(): boolean {
    return !this.state.dirty
  }

  /** What both started from. A field that is left out is shown if the versions differ in it, whoever changed it. */
  protected baseOf(_theirs: NonNullable<Saved>): Partial<Values> {
    return this.savedValues
  }

  /** The values of someone else's version. `base` are those of the version that both started from. */
  protected theirsSince(_base: Partial<Values>, theirs: Values): Values {
    return theirs
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

  /** Puts a record from the server into the form, by default with its own values. */
  accept(
    saved: NonNullable<Saved>,
    values: Values = this.valuesOf(saved),
    savedAt: Date | undefined = this.state.savedAt,
  ): void {
    this.version = this.versionOf(saved)
    this.savedValues = this.valuesOf(saved)
    this.#base = this.savedValues
    this.values = values
    const dirty = !this.isSame(values, this.savedValues)
    this.set({ ...noTrouble, saved, savedAt, dirty, conflict: undefined })
    this.#copy()
    this.#loadListener?.()
    if (dirty) this.#plan(saveDelay)
  }

  /**
   * Puts both versions together: `choose` decides about the fields that both changed. The result is saved with the next
   * save.
   */
  resolve(choose: (path: string) => Side): void {
    const { conflict } = this.state
    if (conflict) this.#merge(conflict.theirs, conflict.base, choose)
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

  /** Replaces the form's values, for example with another version. The new values count as unsaved. */
  load(values: Values): void {
    this.change(values)
    this.#loadListener?.()
  }

  /** Puts the values of a copy into the form, with the version that they belong to. */
  restore({ values, version, base }: LocalCopy): void {
    this.version = version ?? this.version
    if (base) this.savedValues = this.fit(base)
    this.#base = base && this.savedValues
    this.set({ found: undefined })
    this.load(this.fit(values))
  }

  discard(): void {
    this.dropCopy()
    this.set({ found: undefined })
  }

  protected set(change: Partial<EditState<Values, Saved>> | undefined): void {
    this.store.set(change ? { ...this.state, ...change } : this.state)
  }

  /** Notes that the server has these values. */
  protected keep(sent: Values, saved: NonNullable<Saved>): void {
    this.version = this.versionOf(saved)
    this.savedValues = this.keptOf(sent, saved)
    this.#base = this.valuesOf(saved)
    this.set({ ...noTrouble, saved, savedAt: new Date(), dirty: this.isUnsaved(saved) })
  }

  /** Shows both versions if someone else changed what `base` leaves out, or the same fields as the user. */
  meet(theirs: NonNullable<Saved>, base: Partial<Values> = this.baseOf(theirs)): void {
    const versions = this.#versionsWith(theirs, base)
    const collisions = findCollisions<Partial<Values>>(versions)
    if (collisions.length > 0)
      this.set({ conflict: { theirs, theirValues: versions.theirs, base, collisions } })
    else this.#merge(theirs, base, () => 'mine')
  }

  #merge(theirs: NonNullable<Saved>, base: Partial<Values>, choose: (path: string) => Side): void {
    this.accept(theirs, mergeVersions<Partial<Values>>(this.#versionsWith(theirs, base), choose) as Values)
  }

  #versionsWith(theirs: NonNullable<Saved>, base: Partial<Values>) {
    const names = Object.keys(base) as (keyof Values)[]
    const known = this.#base
    return {
      base: known && base,
      theirBase: known && (Object.fromEntries(names.map((name) => [name, known[name]])) as Partial<Values>),
      theirs: this.theirsSince(base, this.valuesOf(theirs)),
      mine: this.values,
    }
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
      this.keep(sent, saved)
      this.#copy()
      return { ok: true, saved }
    } catch (error) {
      // The session has ended, so wait until the user saves and signs in again.
      if (hasStatus(error, 401)) this.#paused = true
      this.#copy()
      this.set({
        conflict: undefined,
        problem: explainFailure(error),
        // 400: invalid values. 403: the user may not change it. 404: it was deleted. 413: the text is too long.
        refused: [400, 403, 404, 413].some((status) => hasStatus(error, status)),
        forbidden: hasStatus(error, 403),
      })
      const current = hasStatus(error, 409) ? this.readCurrent(error.body) : undefined
      if (!current) return { ok: false, error }
      this.meet(current)
      if (this.state.conflict) return { ok: false, error }
      if (this.isDone()) return { ok: true, saved: current }
      if (isAutosave && !this.mayAutosave()) return { ok: false, error }
      const outcome = await this.#send(isAutosave)
      return outcome.ok ? { ...outcome, isMerged: true } : outcome
    }
  }

  #copy(): void {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    if (this.isSame(this.values, this.savedValues)) {
      if (!this.state.found) this.dropCopy()
      if (this.state.copiedAt) this.set({ copiedAt: undefined })
      return
    }
    const time = new Date()
    const { values, version } = this
    const base = this.#base && (this.savedValues as LocalCopy['base'])
    const isCopied = this.writeCopy({
      values: values as LocalCopy['values'] & Values,
      version,
      base,
      keptAt: time.toISOString(),
    })
    this.set({ copiedAt: isCopied ? time : 'no room' })
  }
}

const noTrouble = { problem: undefined, refused: false, forbidden: false }
