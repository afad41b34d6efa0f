import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WritingRoom } from '../../contracts/writing-room.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import type { ReadOrBusy } from '../posts/rendering/read-text.ts'

/** Saves of one room through both doors. Autosave makes at most 30 a minute, and a person who clicks makes fewer. */
const savingLimit = { max: 60, minutes: 1 }

const maxLastTyped = 1000

export const tooManySaves =
  'You saved very often. Your draft is still here: wait a minute, and then click the button again.'

type Door = 'markdown' | 'html'

/** What both doors of the writing rooms (the page with script and the plain one) share, in the memory of this process. */
export type RoomSaves = ReturnType<typeof createRoomSaves>

export function createRoomSaves(app: FastifyInstance) {
  const rooms = new WeakMap<FastifyRequest, number>()
  // Counted by room, not by link: a room has several links, and invented ones have no room.
  const check = createVisitorLimit(app, savingLimit, (request) => String(rooms.get(request)))
  // One long text of a room is read at a time, so that one guest cannot take the places of all others.
  const reading = new Set<number>()
  // What a room was last saved from. The same text sent twice is neither read again nor a conflict.
  const lastTyped = new Map<number, { version: number; hash: string }>()

  return {
    /** Counts one save. Undefined: it may go on. */
    async secondsToWait(request: FastifyRequest, roomId: number): Promise<number | undefined> {
      rooms.set(request, roomId)
      return check(request)
    },

    async readOnce(roomId: number, read: () => Promise<ReadOrBusy>): Promise<ReadOrBusy> {
      if (reading.has(roomId)) return { outcome: 'busy' }
      reading.add(roomId)
      try {
        return await read()
      } finally {
        reading.delete(roomId)
      }
    },

    /** Whether the text that is saved now was made of just this. */
    isLastTyped({ id, text }: WritingRoom, typed: string, door: Door): boolean {
      const last = lastTyped.get(id)
      return text !== undefined && last?.version === text.version && last.hash === hashTyped(typed, door)
    },

    keepTyped({ id, text }: WritingRoom, typed: string, door: Door): void {
      if (!text) return
      lastTyped.delete(id)
      lastTyped.set(id, { version: text.version, hash: hashTyped(typed, door) })
      const [oldest] = lastTyped.keys()
      if (oldest !== undefined && lastTyped.size > maxLastTyped) lastTyped.delete(oldest)
    },
  }
}

/** The same characters mean something else as Markdown than as HTML. */
function hashTyped(typed: string, door: Door): string {
  return createHash('sha256').update(`${door}:${typed}`).digest('hex')
}
