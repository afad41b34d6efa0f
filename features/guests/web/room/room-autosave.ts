import { call } from '../../../../core/web/api.ts'
import { hasStatus } from '../../../../core/web/api-failures.ts'
import { RecordEdit } from '../../../../core/web/editing/record/record-edit.ts'
import { hasText } from '../../../posts/web/editor/html-text.ts'
import { type RoomRequest, roomUpdate, type WritingRoom } from '../../contract/writing-room.ts'

/** Everything that a guest can type in the writing room */
export type RoomValues = Omit<RoomRequest, 'answers' | 'version'> & {
  /** Replies, keyed by comment id */
  answers: Record<string, string>
}

/** Autosave of the writing room (the page where a guest author writes) */
export class RoomAutosave extends RecordEdit<RoomValues, WritingRoom> {
  #token: string

  constructor(token: string, room: WritingRoom) {
    super(
      {
        keyOf: ({ id }) => `room:${id}`,
        endpoint: roomUpdate,
        valuesOf,
        versionOf: ({ text }) => text?.version,
        savedAtOf: ({ text }) => text && new Date(text.updatedAt),
      },
      room,
    )
    this.#token = token
  }

  get room(): WritingRoom {
    return this.state.saved
  }

  edit(changes: Partial<RoomValues>): void {
    this.change({ ...this.values, ...changes })
  }

  reply(commentId: number, text: string): void {
    const { [commentId]: _, ...others } = this.values.answers
    this.edit({ answers: text === '' ? others : { ...others, [commentId]: text } })
  }

  /** Saves unsaved changes, if there are any. Returns false if saving failed. */
  async saveChanges(): Promise<boolean> {
    await this.idle()
    return !this.state.dirty || (await this.save()).ok
  }

  /** Returns the current room if a request failed because someone else changed it in the meantime. */
  findConflict(error: unknown): WritingRoom | undefined {
    return hasStatus(error, 409) ? this.readCurrent(error.body) : undefined
  }

  /** Shows the current text, which the guest must see before they submit it. */
  showConflict(room: WritingRoom): void {
    const { title: _, content: __, ...base } = this.savedValues
    this.meet(room, base)
  }

  /** Updates the status and the comments without touching what the guest is typing. */
  update(room: WritingRoom): void {
    this.set({ saved: room })
  }

  protected send(values: RoomValues): Promise<WritingRoom> {
    const answers = this.room.comments.map(({ id }) => ({ id, text: values.answers[id] ?? '' }))
    const version = this.version === undefined ? undefined : Number(this.version)
    const body = { ...values, answers, version }
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

  /** Nothing can be saved any more once the draft is with the editor, so everything that differs is shown. */
  protected override baseOf(theirs: WritingRoom): Partial<RoomValues> {
    return theirs.isOpen ? this.savedValues : {}
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

function isComplete({ title, content }: RoomValues): boolean {
  return title.trim() !== '' && hasText(content)
}
