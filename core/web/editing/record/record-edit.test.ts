import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { ApiError } from '../../api.ts'
import type { Copy } from './copies.ts'
import { RecordEdit } from './record-edit.ts'

const note = z.object({ text: z.string(), tags: z.string(), version: z.number() })
type Note = z.infer<typeof note>
type Values = Omit<Note, 'version'>

const endpoint = { method: 'PUT', path: '/note', summary: '', response: note } satisfies Endpoint
const empty: Note = { text: '', tags: '', version: 1 }
const storage = new Map<string, string>()
const keptNow = () => [...storage.values()].map((copy): Copy => JSON.parse(copy))

/** An edit of a note that saves by itself. The test can change `server`, as if another user had saved. */
class NoteEdit extends RecordEdit<Values, Note> {
  server = empty
  requests: { text: string; isAutosave: boolean }[] = []
  /** Error that the next request throws */
  failure: Error | undefined
  /** Every request waits for this promise. */
  network = Promise.resolve()
  mayBeSaved = true

  constructor() {
    super({ keyOf: () => 'note', endpoint, valuesOf: ({ text, tags }) => ({ text, tags }) }, empty)
  }

  type(text: string): void {
    this.change({ ...this.values, text })
  }

  protected async send({ text, tags }: Values, isAutosave: boolean): Promise<Note> {
    this.requests.push({ text, isAutosave })
    const { version, failure } = this
    this.failure = undefined
    await this.network
    if (failure) throw failure
    if (version !== this.server.version) throw problem(409, { current: this.server })
    this.server = { text, tags, version: version + 1 }
    return this.server
  }

  protected override mayAutosave(): boolean {
    return this.mayBeSaved
  }
}

const problem = (status: number, body: object) =>
  new ApiError(new Response(null, { status }), JSON.stringify(body))

const browser = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})

test('text is saved once, two seconds after the last keystroke', async () => {
  const edit = new NoteEdit()
  edit.type('a')
  await vi.advanceTimersByTimeAsync(1900)
  edit.type('ab')
  await vi.advanceTimersByTimeAsync(1900)
  expect(edit.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(edit.requests).toEqual([{ text: 'ab', isAutosave: true }])
  expect(edit.state).toMatchObject({ dirty: false, saved: { text: 'ab', version: 2 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edit.requests).toHaveLength(1)
})

test('this device keeps a copy until the server has the text', async () => {
  const edit = new NoteEdit()
  edit.type('a')
  await vi.advanceTimersByTimeAsync(300)
  expect(keptNow()).toMatchObject([{ record: 'note', values: { text: 'a', tags: '' }, version: 1 }])
  expect(edit.state.copiedAt).toBeInstanceOf(Date)
  await edit.save()
  expect(keptNow()).toEqual([])
  expect(edit.state.copiedAt).toBeUndefined()
})

test('text typed during a save is saved after it', async () => {
  const edit = new NoteEdit()
  const { promise, resolve } = Promise.withResolvers<void>()
  edit.network = promise
  edit.type('a')
  await vi.advanceTimersByTimeAsync(2000)
  edit.type('ab')
  await vi.advanceTimersByTimeAsync(5000)
  expect(edit.requests).toHaveLength(1)
  resolve()
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.server).toMatchObject({ text: 'ab', version: 3 })
})

test('a failed save is tried again, a rejected one only after a change', async () => {
  const edit = new NoteEdit()
  edit.failure = new TypeError('no network')
  edit.type('a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.state).toMatchObject({ dirty: true, refused: false })
  expect(edit.state.problem).toBeTruthy()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(edit.server.text).toBe('a')
  expect(edit.state.problem).toBeUndefined()

  edit.failure = problem(413, {})
  edit.type('too long')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edit.requests).toHaveLength(3)
  expect(edit.state.refused).toBe(true)
  edit.type('short')
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.server.text).toBe('short')
})

test('what someone else changed is kept along with my changes, without a question', async () => {
  const edit = new NoteEdit()
  const shown: Values[] = []
  edit.onLoad(() => shown.push(edit.values))
  edit.server = { text: '', tags: 'theirs', version: 7 }
  edit.type('mine')
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.server).toEqual({ text: 'mine', tags: 'theirs', version: 8 })
  expect(shown).toEqual([{ text: 'mine', tags: 'theirs' }])
  expect(edit.state).toMatchObject({ dirty: false, conflict: undefined, problem: undefined })
})

test('a merged version is not saved by the timer if it may not', async () => {
  const edit = new NoteEdit()
  edit.server = { text: '', tags: 'theirs', version: 7 }
  edit.type('mine')
  const saving = vi.advanceTimersByTimeAsync(2000)
  edit.onLoad(() => {
    edit.mayBeSaved = false
  })
  await saving
  expect(edit.requests).toHaveLength(1)
  expect(edit.state).toMatchObject({ dirty: true, conflict: undefined })
  expect(edit.values).toEqual({ text: 'mine', tags: 'theirs' })
})

test('a field that both changed waits for the user, who can keep either version', async () => {
  for (const [side, text] of [
    ['mine', 'mine too'],
    ['theirs', 'theirs'],
  ] as const) {
    const edit = new NoteEdit()
    edit.server = { text: 'theirs', tags: 'theirs', version: 7 }
    edit.type('mine')
    await vi.advanceTimersByTimeAsync(2000)
    expect(edit.state.conflict).toMatchObject({ theirs: { text: 'theirs' }, collisions: ['/text'] })
    edit.type('mine too')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(edit.requests).toHaveLength(1)
    edit.resolve(() => side)
    expect(edit.values).toEqual({ text, tags: 'theirs' })
    await edit.save()
    expect(edit.server).toEqual({ text, tags: 'theirs', version: 8 })
  }
})

test('a conflict that was put off pauses the timer until the user saves', async () => {
  const edit = new NoteEdit()
  edit.server = { text: 'theirs', tags: '', version: 7 }
  edit.type('mine')
  await vi.advanceTimersByTimeAsync(2000)
  edit.postpone({ pause: true })
  edit.type('mine too')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edit.requests).toHaveLength(1)
  await edit.save()
  expect(edit.state.conflict?.collisions).toEqual(['/text'])

  edit.postpone({ pause: false })
  edit.type('mine again')
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.requests).toHaveLength(3)
})

test('the version of another record replaces the typed text, and the form is notified', async () => {
  const edit = new NoteEdit()
  const shown: string[] = []
  edit.onLoad(() => shown.push(edit.values.text))
  edit.type('mine')
  edit.accept({ text: 'theirs', tags: '', version: 7 })
  expect(shown).toEqual(['theirs'])
  expect(edit.state).toMatchObject({ dirty: false, saved: { version: 7 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edit.requests).toEqual([])
})

test('a restored copy belongs to its version: nothing that was saved since is overwritten', async () => {
  const crashed = new NoteEdit()
  crashed.type('mine')
  await vi.advanceTimersByTimeAsync(300)
  const [copy] = keptNow()
  if (!copy) throw new Error('there is no copy')

  const edit = new NoteEdit()
  edit.server = { text: '', tags: 'theirs', version: 7 }
  edit.accept(edit.server)
  edit.restore(copy)
  await edit.save()
  expect(edit.server).toMatchObject({ text: 'mine', tags: 'theirs' })

  edit.server = { ...edit.server, text: 'theirs', version: 9 }
  edit.accept(edit.server)
  edit.restore(copy)
  await edit.save()
  expect(edit.state.conflict?.collisions).toEqual(['/text'])
  expect(edit.server.text).toBe('theirs')
})

test('a closed form no longer saves, and its copy stays', async () => {
  const edit = new NoteEdit()
  const close = edit.open()
  edit.type('a')
  close()
  expect(edit.isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edit.requests).toEqual([])
  expect(keptNow()).toMatchObject([{ record: 'note', values: { text: 'a', tags: '' }, version: 1 }])
})

test('a tab in the background writes a copy at once, and a network that is back saves at once', async () => {
  const edit = new NoteEdit()
  edit.open()
  edit.type('a')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(keptNow()).toMatchObject([{ record: 'note', values: { text: 'a', tags: '' }, version: 1 }])
  edit.failure = new TypeError('no network')
  await vi.advanceTimersByTimeAsync(2000)
  expect(edit.server.text).toBe('')
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(edit.server.text).toBe('a')
})
