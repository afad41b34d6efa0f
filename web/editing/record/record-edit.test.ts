import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api.ts'
import { Autosave } from './autosave.ts'

type Note = { text: string; version: number }

const conflict = z.object({ current: z.object({ text: z.string(), version: z.number() }) })

/** An autosave of a plain text. The test can change `server`, as if another user had saved. */
class NoteAutosave extends Autosave<string, Note> {
  server: Note = { text: '', version: 1 }
  requests: { text: string; isAutosave: boolean }[] = []
  /** Copy of the unsaved text in the browser */
  copy: string | undefined
  /** Error that the next request throws */
  failure: Error | undefined
  /** Every request waits for this promise. */
  network = Promise.resolve()

  constructor() {
    super({ text: '', version: 1 }, '', { version: 1, savedAt: undefined })
  }

  protected async send(text: string, isAutosave: boolean): Promise<Note> {
    this.requests.push({ text, isAutosave })
    const { version, failure } = this
    this.failure = undefined
    await this.network
    if (failure) throw failure
    if (version !== this.server.version) throw problem(409, { current: this.server })
    this.server = { text, version: version + 1 }
    return this.server
  }

  protected readConflict(body: unknown): Note | undefined {
    return conflict.safeParse(body).data?.current
  }

  protected versionOf(note: Note): number {
    return note.version
  }

  protected isSame(a: string, b: string): boolean {
    return a === b
  }

  protected writeCopy(): boolean {
    this.copy = this.values
    return true
  }

  dropCopy(): void {
    this.copy = undefined
  }
}

const problem = (status: number, body: object) =>
  new ApiError(new Response(null, { status }), JSON.stringify(body))

const browser = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('text is saved once, two seconds after the last keystroke', async () => {
  const autosave = new NoteAutosave()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1900)
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(1900)
  expect(autosave.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(autosave.requests).toEqual([{ text: 'ab', isAutosave: true }])
  expect(autosave.state).toMatchObject({ dirty: false, saved: { text: 'ab', version: 2 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toHaveLength(1)
})

test('this device keeps a copy until the server has the text', async () => {
  const autosave = new NoteAutosave()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(300)
  expect(autosave.copy).toBe('a')
  expect(autosave.state.copiedAt).toBeInstanceOf(Date)
  await autosave.save()
  expect(autosave.copy).toBeUndefined()
  expect(autosave.state.copiedAt).toBeUndefined()
})

test('text typed during a save is saved after it', async () => {
  const autosave = new NoteAutosave()
  const { promise, resolve } = Promise.withResolvers<void>()
  autosave.network = promise
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(2000)
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(5000)
  expect(autosave.requests).toHaveLength(1)
  resolve()
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.server).toEqual({ text: 'ab', version: 3 })
})

test('a failed save is tried again, a rejected one only after a change', async () => {
  const autosave = new NoteAutosave()
  autosave.failure = new TypeError('no network')
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.state).toMatchObject({ dirty: true, refused: false })
  expect(autosave.state.problem).toBeTruthy()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(autosave.server.text).toBe('a')
  expect(autosave.state.problem).toBeUndefined()

  autosave.failure = problem(413, {})
  autosave.change('too long')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toHaveLength(3)
  expect(autosave.state.refused).toBe(true)
  autosave.change('short')
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.server.text).toBe('short')
})

test('a conflict waits for the user, who can save over the other version', async () => {
  const autosave = new NoteAutosave()
  autosave.server = { text: 'theirs', version: 7 }
  autosave.change('mine')
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.state.conflict).toEqual({ text: 'theirs', version: 7 })
  autosave.change('mine too')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toHaveLength(1)
  await autosave.overrule()
  expect(autosave.server).toEqual({ text: 'mine too', version: 8 })
  expect(autosave.requests[1]?.isAutosave).toBe(false)
})

test('a conflict that was put off pauses the timer until the user saves', async () => {
  const autosave = new NoteAutosave()
  autosave.server = { text: 'theirs', version: 7 }
  autosave.change('mine')
  await vi.advanceTimersByTimeAsync(2000)
  autosave.postpone({ pause: true })
  autosave.change('mine too')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toHaveLength(1)
  await autosave.save()
  expect(autosave.state.conflict).toEqual({ text: 'theirs', version: 7 })

  autosave.postpone({ pause: false })
  autosave.change('mine again')
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.requests).toHaveLength(3)
})

test('the other version replaces the typed text, and the form is notified', async () => {
  const autosave = new NoteAutosave()
  const shown: string[] = []
  autosave.onLoad(() => shown.push(autosave.values))
  autosave.change('mine')
  autosave.accept({ text: 'theirs', version: 7 }, 'theirs')
  expect(shown).toEqual(['theirs'])
  expect(autosave.state).toMatchObject({ dirty: false, saved: { version: 7 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toEqual([])
})

test('a closed form no longer saves, and its copy stays', async () => {
  const autosave = new NoteAutosave()
  const close = autosave.open()
  autosave.change('a')
  close()
  expect(autosave.isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.requests).toEqual([])
  expect(autosave.copy).toBe('a')
})

test('a tab in the background writes a copy at once, and a network that is back saves at once', async () => {
  const autosave = new NoteAutosave()
  autosave.open()
  autosave.change('a')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(autosave.copy).toBe('a')
  autosave.failure = new TypeError('no network')
  await vi.advanceTimersByTimeAsync(2000)
  expect(autosave.server.text).toBe('')
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(autosave.server.text).toBe('a')
})
