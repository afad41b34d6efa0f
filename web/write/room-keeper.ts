import { roomConflict, type WritingRoom } from '../../contracts/invites.ts'
import { explainFailure, hasStatus } from '../api-failures.ts'
import { hasText } from '../editing/html-text.ts'
import { saveRoom } from './room-calls.ts'
import { dropCopy, keepCopy, type RoomCopy, type RoomValues } from './room-copy.ts'

/** Ms after the last change until the text is saved, until the copy on this device is, and until a try again. */
const autosaveDelay = 2000
const copyDelay = 300
const retryDelay = 10_000

export type RoomState = {
  room: WritingRoom
  /** Differs from what the server has. */
  dirty: boolean
  saving: boolean
  savedAt: Date | undefined
  /** Why the last save failed: one sentence. */
  problem: string | undefined
  /** The room as somebody else has left it meanwhile. */
  conflict: WritingRoom | undefined
  /** When the text was kept on this device, or that there was no room for it. */
  copiedAt: Date | 'no room' | undefined
}

/** Keeps a guest's text: on the device at once, on the server soon. One save at a time. */
export class RoomKeeper {
  state: RoomState
  values: RoomValues
  #listeners = new Set<() => void>()
  #token: string
  #onTaken: (() => void) | undefined
  #saved: RoomValues
  #version: number | undefined
  #running: Promise<boolean> | undefined
  #autosave: ReturnType<typeof setTimeout> | undefined
  #copy: ReturnType<typeof setTimeout> | undefined

  constructor(token: string, room: WritingRoom) {
    this.#token = token
    this.#version = room.text?.version
    this.values = valuesOf(room)
    this.#saved = this.values
    this.state = {
      room,
      dirty: false,
      saving: false,
      savedAt: room.text && new Date(room.text.updatedAt),
      problem: undefined,
      conflict: undefined,
      copiedAt: undefined,
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read = (): RoomState => this.state

  /** While the page is open. Returns how to end it. */
  open(): () => void {
    const keepNow = () => this.#keepCopy()
    const retry = () => this.#plan(0)
    const warn = (event: BeforeUnloadEvent) => {
      if (this.state.dirty) event.preventDefault()
    }
    // A tab that goes to the background may never come back.
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    addEventListener('online', retry)
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      removeEventListener('online', retry)
      removeEventListener('beforeunload', warn)
      clearTimeout(this.#autosave)
      this.#keepCopy()
    }
  }

  change(values: Partial<RoomValues>): void {
    this.values = { ...this.values, ...values }
    const dirty = !isSame(this.values, this.#saved)
    if (dirty !== this.state.dirty) this.#set({ dirty })
    this.#copy ??= setTimeout(() => this.#keepCopy(), copyDelay)
    if (dirty) this.#plan(autosaveDelay)
    else clearTimeout(this.#autosave)
  }

  /** What the guest says to a comment. */
  answer(commentId: number, text: string): void {
    const { [commentId]: _, ...others } = this.values.answers
    this.change({ answers: text === '' ? others : { ...others, [commentId]: text } })
  }

  /** Whether the server has everything now. */
  async save(): Promise<boolean> {
    while (this.#running) await this.#running
    return this.state.dirty ? this.#run() : true
  }

  /** What the server has now is what the form shows. */
  accept(room: WritingRoom): void {
    this.#version = room.text?.version
    this.values = valuesOf(room)
    this.#saved = this.values
    this.#set({ room, dirty: false, conflict: undefined, problem: undefined })
    this.#keepCopy()
  }

  /**
   * Goes on with the text that somebody else has saved. What the guest has just written about themselves and to
   * comments is in no other version, so it stays.
   */
  take(): void {
    const { conflict } = this.state
    if (conflict) {
      const own = changesOf(this.values, this.#saved)
      this.accept(conflict)
      if (conflict.isOpen) this.change(own)
    }
    this.#onTaken?.()
  }

  /** The server has another text than the one on the screen: the guest sees both, and chooses. */
  meet(conflict: WritingRoom): void {
    this.#set({ conflict })
  }

  /** Nothing is decided: the next save asks again. */
  postpone(): void {
    this.#set({ conflict: undefined })
  }

  /** What shows the text hears when another one is taken. Returns how to end it. */
  onTaken(act: () => void): () => void {
    this.#onTaken = act
    return () => {
      this.#onTaken = undefined
    }
  }

  /** News of the room that leave the text alone. */
  learn(room: WritingRoom): void {
    this.#set({ room })
  }

  adopt(copy: RoomCopy): void {
    this.change(copy.values)
  }

  /** The guest has seen the other version and saves over it. */
  overrule(): Promise<boolean> {
    const { conflict } = this.state
    this.#version = conflict?.text?.version
    this.#set({ conflict: undefined, dirty: true, ...(conflict && { room: conflict }) })
    return this.save()
  }

  #plan(delay: number): void {
    clearTimeout(this.#autosave)
    if (!this.state.dirty || this.state.conflict) return
    this.#autosave = setTimeout(() => {
      // Afterwards it is planned anew if there is something left.
      if (!this.#running && this.state.dirty) void this.#run()
    }, delay)
  }

  #run(): Promise<boolean> {
    clearTimeout(this.#autosave)
    this.#running = this.#send().finally(() => {
      this.#running = undefined
      this.#set({ saving: false })
      if (this.state.dirty) this.#plan(this.state.problem ? retryDelay : autosaveDelay)
    })
    return this.#running
  }

  async #send(): Promise<boolean> {
    const sent = this.values
    this.#set({ saving: true, problem: undefined })
    try {
      const answers = this.state.room.comments.map(({ id }) => ({ id, text: sent.answers[id] ?? '' }))
      const room = await saveRoom(this.#token, { ...sent, answers, version: this.#version })
      this.#version = room.text?.version
      // Without a title or a word the server keeps no text yet: the copy on the device does.
      this.#saved = room.text ? sent : { ...sent, content: this.#saved.content, title: this.#saved.title }
      const dirty = !isSame(this.values, this.#saved)
      this.#set({
        room,
        dirty: dirty && (room.text !== undefined || isComplete(this.values)),
        savedAt: new Date(),
      })
      this.#keepCopy()
      return true
    } catch (error) {
      const current = hasStatus(error, 409) ? roomConflict.safeParse(error.body).data?.current : undefined
      this.#keepCopy()
      this.#set({ conflict: current, problem: explainFailure(error) })
      return false
    }
  }

  #keepCopy(): void {
    clearTimeout(this.#copy)
    this.#copy = undefined
    const { id } = this.state.room
    if (isSame(this.values, this.#saved)) {
      dropCopy(id)
      if (this.state.copiedAt) this.#set({ copiedAt: undefined })
      return
    }
    const keptAt = new Date()
    const kept = keepCopy(id, { values: this.values, keptAt: keptAt.toISOString() })
    this.#set({ copiedAt: kept ? keptAt : 'no room' })
  }

  #set(change: Partial<RoomState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** A new text begins with the topic as its title. */
export function valuesOf({ text, topic, profile, comments }: WritingRoom): RoomValues {
  const answers = comments.flatMap(({ id, answer }) => (answer === '' ? [] : [[id, answer]]))
  return {
    title: text?.title ?? topic,
    content: text?.content ?? '',
    ...profile,
    answers: Object.fromEntries(answers),
  }
}

/** What was changed beside the text. */
function changesOf(values: RoomValues, before: RoomValues): Partial<RoomValues> {
  const own = (['name', 'bio', 'photoUrl', 'answers'] as const).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(own.map((name) => [name, values[name]]))
}

function isComplete({ title, content }: RoomValues): boolean {
  return title.trim() !== '' && hasText(content)
}

function isSame(a: RoomValues, b: RoomValues): boolean {
  // Numbers as keys come in their order.
  return (Object.keys(a) as (keyof RoomValues)[]).every(
    (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]),
  )
}
