import * as z from 'zod/mini'
import { type Endpoint, responseSchema } from '../../../contract/endpoint.ts'
import { ExplainedError, explainFailure, hasStatus } from '../../api-failures.ts'
import { createStore, type Store } from '../../ui/create-store.ts'
import { randomId } from '../../ui/random-id.ts'
import { type Copy, dropCopy, findCopies, markFormOpen, writeCopy } from './copies.ts'
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
  found: readonly Copy[]
}

/** What an edit knows about its kind of record. `Saved` is undefined for a new one. */
export type EditedRecord<Values, Saved> = {
  /** Names the record among the copies in this browser. Undefined for a form that keeps none, such as a password's. */
  keyOf: (saved: Saved) => string | undefined
  /** The endpoint that saves the record. If its version is old, it responds 409 with the current record. */
  endpoint: Endpoint
  /** The values of the form */
  valuesOf: (saved: Saved) => Values
  versionOf?: (saved: Saved) => Version
  savedAtOf?: (saved: Saved) => Date | undefined
  /** The values of someone else's version, if they follow from more than that version */
  theirsSince?: (base: Values, theirs: Values) => Values
  /** Makes the values of a copy fit the form, because an earlier version of the site may have stored them. */
  complete?: (kept: object) => Values
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
  /** Key of the copy of this form in this browser */
  readonly formKey = randomId()
  readonly #record: EditedRecord<Values, Saved>
  /** The values that are saved on the server, as the form had them. */
  protected savedValues: Values
  /** The same as the server returned them */
  #base: Values
  /** Version of the record that the user's changes are based on */
  protected version: Version
  #loadListener: (() => void) | undefined
  #running: Promise<SaveOutcome<Saved>> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #copyTimer: ReturnType<typeof setTimeout> | undefined
  /** True after the user dismissed a conflict or must sign in. Autosave stops until the user saves. */
  #paused = false
  #closed = false

  constructor(record: EditedRecord<Values, Saved>, saved: Saved) {
    const values = record.valuesOf(saved)
    this.#record = record
    this.values = values
    this.savedValues = values
    this.#base = values
    this.version = this.#versionOf(saved)
    this.store = createStore<EditState<Values, Saved>>({
      ...noTrouble,
      saved,
      dirty: false,
      saving: false,
      savedAt: record.savedAtOf?.(saved),
      conflict: undefined,
      copiedAt: undefined,
      found: [],
    })
  }

  get state(): EditState<Values, Saved> {
    return this.store.read()
  }

  /** Sends the values to the server. `isAutosave` is true if the timer saves and not the user. */
  protected abstract send(values: Values, isAutosave: boolean): Promise<NonNullable<Saved>>
  protected isSame(a: Values, b: Values): boolean {
    return isSame(a, b)
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

  /** True if a save does more than keeping the values, so that the user must see merged values before it goes on. */
  protected mustShowMerged(): boolean {
    return false
  }

  /** What both started from. A field that is left out counts as changed by both if the versions differ in it. */
  protected baseOf(_theirs: NonNullable<Saved>): Partial<Values> {
    return this.savedValues
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
    const release = markFormOpen(this.formKey)
    void this.#findCopies()
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
      release()
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
  accept(saved: NonNullable<Saved>, values: Values = this.#record.valuesOf(saved)): void {
    const { valuesOf, savedAtOf } = this.#record
    this.version = this.#versionOf(saved)
    this.savedValues = valuesOf(saved)
    this.#base = this.savedValues
    this.values = values
    const dirty = !this.isSame(values, this.savedValues)
    const savedAt = savedAtOf?.(saved) ?? this.state.savedAt
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

  /** Both versions put together, as `resolve` would. */
  merged(choose: (path: string) => Side): Values {
    const { conflict } = this.state
    if (!conflict) return this.values
    return mergeVersions<Partial<Values>>(
      this.#versionsWith(conflict.theirs, conflict.base),
      choose,
    ) as Values
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
    dropCopy(this.formKey)
  }

  /** Replaces the form's values, for example with another version. The new values count as unsaved. */
  load(values: Values): void {
    this.change(values)
    this.#loadListener?.()
  }

  /**
   * Puts the values of a copy into the form, with the version that they belong to. Unsaved values that the form had are
   * offered in its place.
   */
  restore(copy: Copy): void {
    const { complete = (kept: object): Values => ({ ...this.savedValues, ...kept }) } = this.#record
    const aside = this.putAside()
    this.discard(copy)
    this.version = copy.version
    this.savedValues = complete(copy.base)
    this.#base = this.savedValues
    if (aside) this.set({ found: [...this.state.found, aside] })
    this.load(complete(copy.values))
  }

  discard(copy: Copy): void {
    dropCopy(copy.formKey)
    this.set({ found: this.state.found.filter((other) => other !== copy) })
  }

  /**
   * Stores unsaved values under a new key, so that the values that replace them in the form do not overwrite the copy.
   * It is offered when the record is opened again.
   */
  protected putAside(): Copy | undefined {
    const aside = this.state.dirty ? this.copyOf() : undefined
    if (!aside) return undefined
    const copy = { ...aside, formKey: randomId() }
    return writeCopy(copy) ? copy : undefined
  }

  /** The copy of the form's values; undefined if it keeps none */
  protected copyOf(): Copy | undefined {
    const record = this.#record.keyOf(this.state.saved)
    if (record === undefined) return undefined
    return {
      record,
      formKey: this.formKey,
      // The casts are safe: values are objects.
      values: this.values as Copy['values'],
      version: this.version,
      base: this.savedValues as Copy['base'],
      keptAt: new Date().toISOString(),
    }
  }

  protected set(change: Partial<EditState<Values, Saved>> | undefined): void {
    this.store.set(change ? { ...this.state, ...change } : this.state)
  }

  /** Notes that the server has these values. */
  protected keep(sent: Values, saved: NonNullable<Saved>): void {
    this.version = this.#versionOf(saved)
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

  /** The same for the body of a 409 response. Does nothing if it does not have the current record. */
  meetCurrent(body: unknown): void {
    const current = this.readCurrent(body)
    if (current) this.meet(current)
  }

  #merge(theirs: NonNullable<Saved>, base: Partial<Values>, choose: (path: string) => Side): void {
    this.accept(theirs, mergeVersions<Partial<Values>>(this.#versionsWith(theirs, base), choose) as Values)
  }

  #versionsWith(theirs: NonNullable<Saved>, base: Partial<Values>) {
    const { theirsSince } = this.#record
    const theirBase = Object.entries(this.#base).filter(([name]) => name in base)
    return {
      base,
      theirBase: Object.fromEntries(theirBase) as Partial<Values>,
      theirs: theirsSince ? theirsSince(this.savedValues, this.valuesOf(theirs)) : this.valuesOf(theirs),
      mine: this.values,
    }
  }

  protected valuesOf(saved: NonNullable<Saved>): Values {
    return this.#record.valuesOf(saved)
  }

  /** The current record in the body of a 409 response */
  protected readCurrent(body: unknown): NonNullable<Saved> | undefined {
    const { endpoint } = this.#record
    const conflict = z.object({ current: responseSchema(endpoint, 200) ?? z.never() })
    // The cast is safe: the endpoint responds with the record.
    return z.safeParse(conflict, body).data?.current as NonNullable<Saved> | undefined
  }

  #versionOf(saved: Saved): Version {
    const { versionOf } = this.#record
    if (versionOf) return versionOf(saved)
    return saved && typeof saved === 'object' && 'version' in saved ? (saved.version as Version) : undefined
  }

  async #findCopies(): Promise<void> {
    const record = this.#record.keyOf(this.state.saved)
    if (record === undefined) return
    const copies = await findCopies(record, this.formKey)
    const isNews = ({ values }: Copy) => !isSame(values, this.savedValues)
    for (const copy of copies) if (!isNews(copy)) dropCopy(copy.formKey)
    this.set({ found: copies.filter(isNews) })
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
      if (!isAutosave && this.mustShowMerged()) return { ok: false, error: new ExplainedError(mergedWords) }
      const outcome = await this.#send(isAutosave)
      return outcome.ok ? { ...outcome, isMerged: true } : outcome
    }
  }

  #copy(): void {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    const copy = this.isSame(this.values, this.savedValues) ? undefined : this.copyOf()
    if (!copy) {
      dropCopy(this.formKey)
      if (this.state.copiedAt) this.set({ copiedAt: undefined })
    } else this.set({ copiedAt: writeCopy(copy) ? new Date(copy.keptAt) : 'no room' })
  }
}

const mergedWords =
  'Someone else changed this in the meantime. Their changes are in the form now. Check it, then try again.'
const noTrouble = { problem: undefined, refused: false, forbidden: false }
