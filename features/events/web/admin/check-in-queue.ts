import * as z from 'zod/mini'
import { ApiError, call } from '../../../../core/web/api.ts'
import { explainFailure, hasStatus } from '../../../../core/web/api-failures.ts'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../../../core/web/editing/local-copy.ts'
import { createStore } from '../../../../core/web/ui/create-store.ts'
import { randomUuid } from '../../../../core/web/ui/random-id.ts'
import {
  type CheckInMark,
  checkInMark,
  checkInSend,
  type Registration,
  type WalkIn,
  walkIn,
} from '../../contract/registrations.ts'

/** `full`: walk-ins for whom no seat was left */
const noted = z.object({ marks: z.array(checkInMark), walkIns: z.array(walkIn), full: z.array(walkIn) })
type Noted = z.infer<typeof noted>

/** `problem`: why nothing is sent until someone does something about it; `isLate`: the last request failed for any reason */
type State = Noted & {
  problem?: { isSignedOut: boolean; message: string } | undefined
  isLate?: boolean | undefined
}

/** Most of each in one request */
const maxMarks = 500
const maxWalkIns = 200
/** Ms between a request that failed and the next one */
const retryDelay = 5000

export type CheckInQueue = ReturnType<typeof createCheckInQueue>

/**
 * The marks of a device at the door that the server does not have yet. They are in memory and in this browser's storage,
 * so that they outlive a lost network and a closed page. The server takes each mark and each person once, however often it is sent.
 */
export function createCheckInQueue(
  eventId: number,
  onSent: (registrations: Registration[]) => Promise<void>,
) {
  const storageKey = `check-in:${eventId}`
  const read = (): Noted => readLocalCopy(storageKey, noted) ?? { marks: [], walkIns: [], full: [] }
  const store = createStore<State>(read())
  let isOpen = false
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMark = 0

  /** The latest mark of a person counts, so a clock that goes back must not make one look older than the one before. */
  function now(): string {
    lastMark = Math.max(Date.now(), lastMark + 1)
    return new Date(lastMark).toISOString()
  }

  /** Also keeps what another tab has noted. */
  function change(next: (now: Noted) => Noted, isLate = store.read().isLate): void {
    const kept = next(union(read(), store.read()))
    if (kept.marks.length + kept.walkIns.length + kept.full.length === 0) dropLocalCopy(storageKey)
    else writeLocalCopy(storageKey, kept)
    store.set({ ...kept, isLate })
  }

  function note(next: (now: Noted) => Noted): void {
    change(next)
    void send()
  }

  async function send(): Promise<void> {
    const { marks, walkIns } = store.read()
    if (isSending || !isOpen || marks.length + walkIns.length === 0) return
    isSending = true
    clearTimeout(timer)
    // A mark may be about a walk-in, so it goes with them or after them.
    const sentMarks = walkIns.length > maxWalkIns ? [] : marks.slice(0, maxMarks)
    const sent = { marks: sentMarks, walkIns: walkIns.slice(0, maxWalkIns) }
    try {
      const { registrations, full } = await call(checkInSend, { params: { id: eventId }, body: sent })
      await onSent(registrations)
      change(
        (now) => ({
          marks: now.marks.filter(
            ({ key, at }) => !sentMarks.some((mark) => mark.key === key && mark.at === at),
          ),
          walkIns: now.walkIns.filter(({ uid }) => !sent.walkIns.some((person) => person.uid === uid)),
          full: [...now.full, ...sent.walkIns.filter(({ uid }) => full.includes(uid))],
        }),
        false,
      )
    } catch (error) {
      const problem = problemOf(error)
      store.set({ ...store.read(), problem, isLate: true })
      if (!problem) timer = setTimeout(() => void send(), retryDelay)
      return
    } finally {
      isSending = false
    }
    // Sends what was noted in the meantime.
    await send()
  }

  return {
    store,
    send,
    /** Sends what is left from before, and what is noted until the returned function is called. */
    open() {
      const sendNow = () => void send()
      isOpen = true
      addEventListener('online', sendNow)
      sendNow()
      return () => {
        isOpen = false
        clearTimeout(timer)
        removeEventListener('online', sendNow)
      }
    },
    mark(key: string, came: boolean) {
      const mark = { key, came, at: now() }
      note((now) => union(now, { marks: [mark], walkIns: [], full: [] }))
    },
    addWalkIn(person: Pick<WalkIn, 'name' | 'email'>) {
      const added = { ...person, uid: randomUuid(), at: now() }
      note((now) => ({ ...now, walkIns: [...now.walkIns, added] }))
    },
    /** Sends those again for whom no seat was left, or gives them up. */
    settleFull: ({ isAgain }: { isAgain: boolean }) =>
      note((now) => ({ ...now, walkIns: isAgain ? [...now.walkIns, ...now.full] : now.walkIns, full: [] })),
  }
}

/** The latest mark of each person, and each walk-in once */
function union(a: Noted, b: Noted): Noted {
  const byTime = [...a.marks, ...b.marks].sort((one, other) => one.at.localeCompare(other.at))
  const once = (people: WalkIn[]) => [...new Map(people.map((person) => [person.uid, person])).values()]
  return {
    marks: [...new Map(byTime.map((mark): [string, CheckInMark] => [mark.key, mark])).values()],
    walkIns: once([...a.walkIns, ...b.walkIns]),
    full: once([...a.full, ...b.full]),
  }
}

/** Undefined if the same request may succeed later: no network, or a server that is busy */
function problemOf(error: unknown): State['problem'] {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return undefined
  return { isSignedOut: hasStatus(error, 401), message: explainFailure(error) }
}
