import { mergeVersions } from './merge-versions.ts'
import { RecordEdit, type SaveOutcome, type Version } from './record-edit.ts'

/** Sends the values. `version` is the one that they are based on. */
export type Send<Values, Saved> = (values: Values, version: Version) => Promise<NonNullable<Saved>>

/** The edit of a form that is saved by a button */
export class FormEdit<Values extends object, Saved> extends RecordEdit<Values, Saved> {
  #send: Send<Values, Saved> | undefined
  #isAction = false
  #goesOut = false

  /**
   * Saves the values. `isAction`: sends them even if nothing differs, because the request does more than saving.
   * `goesOut`: it publishes or emails them, so nothing is sent that the user has not seen.
   */
  saveWith(send: Send<Values, Saved>, isAction: boolean, goesOut = false): Promise<SaveOutcome<Saved>> {
    this.#send = send
    this.#isAction = isAction
    this.#goesOut = goesOut
    return this.save()
  }

  protected override mustShowMerged(): boolean {
    return this.#goesOut
  }

  protected override async send(values: Values): Promise<NonNullable<Saved>> {
    if (!this.#send) throw new Error('saveWith was not called')
    return this.#send(values, this.version)
  }

  protected override mayAutosave(): boolean {
    return false
  }

  protected override isDone(): boolean {
    return super.isDone() && !this.#isAction
  }

  /**
   * Notes that the values are saved, although the whole request may still fail. What the server made of them is shown,
   * except where the user has typed on.
   */
  override keep(sent: Values, saved: NonNullable<Saved>): void {
    const theirs = this.valuesOf(saved)
    this.values = mergeVersions({ base: sent, theirs, mine: this.values }, () => 'mine')
    super.keep(sent, saved)
  }

  protected override keptOf(_sent: Values, saved: NonNullable<Saved>): Values {
    return this.valuesOf(saved)
  }
}
