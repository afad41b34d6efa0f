import * as z from 'zod/mini'
import { type Endpoint, type ResponseBody, responseSchema } from '../../../contracts/endpoint.ts'
import { dropLocalCopy, findLocalCopy, type LocalCopy, writeLocalCopy } from '../local-copy.ts'
import { isSame, mergeVersions } from './merge-versions.ts'
import { RecordEdit, type SaveOutcome, type Version } from './record-edit.ts'

/** Body of a 409 response to a save with an old version: the problem, and what the endpoint responds with now */
export function readCurrent<E extends Endpoint>(endpoint: E, body: unknown): ResponseBody<E> | undefined {
  const conflict = z.object({ current: responseSchema(endpoint, 200) ?? z.never() })
  // The cast is safe, because ResponseBody is inferred from this schema.
  return z.safeParse(conflict, body).data?.current as ResponseBody<E> | undefined
}

export type FormRecord<Values, Saved> = {
  /** Names the record among the copies in this browser. Undefined for a form that keeps none, such as a password's. */
  key: string | undefined
  /** The endpoint that saves the record. If its version is old, it responds with the current record. */
  endpoint: Endpoint
  /** The values of the form for a record; for undefined those of a new one */
  valuesOf: (saved: Saved) => Values
  /** The values of someone else's version, if they follow from more than that version */
  theirsSince?: (base: Values, theirs: Values) => Values
  /** Makes the values of a copy fit the form, because an earlier version of the site may have stored them. */
  fit?: (kept: object) => Values
}

/** Sends the values. `version` is the one that they are based on. */
export type Send<Values, Saved> = (values: Values, version: Version) => Promise<NonNullable<Saved>>

/** The edit of a form that is saved by a button */
export class FormEdit<Values extends object, Saved extends object | undefined> extends RecordEdit<
  Values,
  Saved
> {
  readonly #record: FormRecord<Values, Saved>
  #send: Send<Values, Saved> | undefined
  #isAction = false

  constructor(record: FormRecord<Values, Saved>, saved: Saved) {
    const values = record.valuesOf(saved)
    const found = record.key === undefined ? undefined : findLocalCopy(record.key)
    const isNews = found && !isSame(found.values, values)
    super(saved, values, { version: versionOf(saved), found: isNews ? found : undefined })
    this.#record = record
  }

  /** Saves the values. `isAction`: sends them even if nothing differs, because the request does more than saving. */
  saveWith(send: Send<Values, Saved>, isAction: boolean): Promise<SaveOutcome<Saved>> {
    this.#send = send
    this.#isAction = isAction
    return this.save()
  }

  /** Notes that these values are saved, although the whole request may still fail. */
  noteSaved(sent: Values, saved: NonNullable<Saved>): void {
    this.keep(sent, saved)
  }

  protected override async send(values: Values): Promise<NonNullable<Saved>> {
    if (!this.#send) throw new Error('saveWith was not called')
    return this.#send(values, this.version)
  }

  protected override fit(kept: object): Values {
    return this.#record.fit?.(kept) ?? super.fit(kept)
  }

  protected override mayAutosave(): boolean {
    return false
  }

  protected override isDone(): boolean {
    return super.isDone() && !this.#isAction
  }

  /** What the server made of the values is shown, except where the user has typed on. */
  protected override keep(sent: Values, saved: NonNullable<Saved>): void {
    const theirs = this.valuesOf(saved)
    this.values = mergeVersions({ base: sent, theirs, mine: this.values }, () => 'mine')
    super.keep(sent, saved)
  }

  protected override keptOf(_sent: Values, saved: NonNullable<Saved>): Values {
    return this.valuesOf(saved)
  }

  protected override readCurrent(body: unknown): NonNullable<Saved> | undefined {
    // The cast is safe: the endpoint responds with the record.
    return readCurrent(this.#record.endpoint as Endpoint, body) as NonNullable<Saved> | undefined
  }

  protected override valuesOf(saved: NonNullable<Saved>): Values {
    return this.#record.valuesOf(saved)
  }

  protected override theirsSince(base: Values, theirs: Values): Values {
    return this.#record.theirsSince?.(base, theirs) ?? theirs
  }

  protected override versionOf(saved: NonNullable<Saved>): Version {
    return versionOf(saved)
  }

  protected override writeCopy(copy: LocalCopy): boolean {
    return this.#record.key === undefined || writeLocalCopy(this.#record.key, copy)
  }

  protected override dropCopy(): void {
    if (this.#record.key !== undefined) dropLocalCopy(this.#record.key)
  }
}

const versionOf = (saved: object | undefined): Version =>
  saved && 'version' in saved ? (saved.version as Version) : undefined
