import * as z from 'zod/mini'
import { roomConflict, roomUpdate, type WritingRoom } from '../../contracts/writing-room.ts'
import { call } from '../api.ts'
import { hasStatus } from '../api-failures.ts'
import { Autosave } from '../editing/autosave.ts'
import { hasText } from '../editing/html-text.ts'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../editing/local-copy.ts'

const roomValues = z.object({
  title: z.string(),
  content: z.string(),
  name: z.string(),
  bio: z.string(),
  photoUrl: z.string(),
  /**
   * Replies, keyed by comment id. Defaults to none, because copies from earlier versions of this page lack the field.
   */
  answers: z._default(z.record(z.string(), z.string()), {}),
})
/** Everything that a guest can type in the writing room */
export type RoomValues = z.infer<typeof roomValues>

const roomCopy = z.object({
  values: roomValues,
  /** ISO 8601 */
  keptAt: z.string(),
})
export type RoomCopy = z.infer<typeof roomCopy>

/** Autosave of the writing room (the page where a guest author writes) */
export class RoomAutosave extends Autosave<RoomValues, WritingRoom> {
  #token: string

  constructor(token: string, room: WritingRoom) {
    const savedAt = room.text && new Date(room.text.updatedAt)
    super(room, valuesOf(room), { version: room.text?.version, savedAt })
    this.#token = token
  }

  get room(): WritingRoom {
    return this.state.saved
  }

  edit(changes: Partial<RoomValues>): void {
    this.change({ ...this.values, ...changes })
  }

  /** Sets the reply to a comment. */
  reply(commentId: number, text: string): void {
    const { [commentId]: _, ...others } = this.values.answers
    this.edit({ answers: text === '' ? others : { ...others, [commentId]: text } })
  }

  /** Saves unsaved changes, if there are any. Returns false if saving failed. */
  async saveChanges(): Promise<boolean> {
    await this.idle()
    return !this.state.dirty || (await this.save()).ok
  }

  /** Replaces the form's values with the room that the server returned. */
  acceptRoom(room: WritingRoom): void {
    this.accept(room, valuesOf(room))
  }

  /**
   * Resolves a conflict by taking the text that someone else saved. Unsaved changes to the guest's profile and replies
   * are kept, because only the guest edits those.
   */
  takeTheirs(): void {
    const { conflict } = this.state
    if (!conflict) return
    const own = changesOf(this.values, this.savedValues)
    this.acceptRoom(conflict)
    if (conflict.isOpen) this.load({ ...this.values, ...own })
  }

  /** Returns the current room if a request failed because someone else changed it in the meantime. */
  findConflict(error: unknown): WritingRoom | undefined {
    return hasStatus(error, 409) ? this.readConflict(error.body) : undefined
  }

  /** Opens the dialog in which the guest chooses between their own version and the current one. */
  showConflict(conflict: WritingRoom): void {
    this.set({ conflict })
  }

  /** Updates the status and the comments without touching what the guest is typing. */
  update(room: WritingRoom): void {
    this.set({ saved: room })
  }

  findCopy(): RoomCopy | undefined {
    return readLocalCopy(this.#copyKey, roomCopy)
  }

  protected send(values: RoomValues): Promise<WritingRoom> {
    const answers = this.room.comments.map(({ id }) => ({ id, text: values.answers[id] ?? '' }))
    const body = { ...values, answers, version: this.version }
    // Above the default timeout, because uploading and sanitizing a long text can take a while.
    return call(roomUpdate, { params: { token: this.#token }, body, timeoutSeconds: 60 })
  }

  /**
   * The server creates a draft only once it has both a title and text. Until then, the saved title and text stay
   * unchanged here, and only the copy in this browser has what the guest typed.
   */
  protected override keptOf(sent: RoomValues, { text }: WritingRoom): RoomValues {
    const { title, content } = this.savedValues
    return text ? sent : { ...sent, title, content }
  }

  protected override isUnsaved(room: WritingRoom): boolean {
    return super.isUnsaved(room) && (room.text !== undefined || isComplete(this.values))
  }

  protected readConflict(body: unknown): WritingRoom | undefined {
    return roomConflict.safeParse(body).data?.current
  }

  protected versionOf({ text }: WritingRoom): number | undefined {
    return text?.version
  }

  protected isSame(a: RoomValues, b: RoomValues): boolean {
    return fields.every((name) => isEqual(a[name], b[name]))
  }

  protected writeCopy(time: Date): boolean {
    return writeLocalCopy(this.#copyKey, {
      values: this.values,
      keptAt: time.toISOString(),
    } satisfies RoomCopy)
  }

  dropCopy(): void {
    dropLocalCopy(this.#copyKey)
  }

  get #copyKey(): string {
    return `guest-text:${this.room.id}`
  }
}

/** The values of the form. The title of a new draft is the suggested topic. */
function valuesOf({ text, topic, profile, comments }: WritingRoom): RoomValues {
  const answers = comments.flatMap(({ id, answer }) => (answer === '' ? [] : [[id, answer]]))
  return {
    title: text?.title ?? topic,
    content: text?.content ?? '',
    ...profile,
    answers: Object.fromEntries(answers),
  }
}

const fields = z.keyof(roomValues).options

/** Returns the changed values other than title and content. */
function changesOf(values: RoomValues, before: RoomValues): Partial<RoomValues> {
  const own: Partial<RoomValues> = { ...values }
  for (const name of fields)
    if (name === 'title' || name === 'content' || isEqual(values[name], before[name])) delete own[name]
  return own
}

/** Compares strings, or replies as JSON. That works because objects keep numeric keys in ascending order. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isComplete({ title, content }: RoomValues): boolean {
  return title.trim() !== '' && hasText(content)
}
