import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RoomRequest, WritingRoom } from '../../contracts/writing-room.ts'
import type { Database } from '../db/connect.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import type { ReadOrBusy } from '../posts/rendering/read-text.ts'
import { findRoom } from './writing-room.ts'
import { type RoomResult, saveRoom, staleMessages } from './writing-room-changes.ts'

/**
 * Max saves of one writing room (the page where a guest author writes), with and without JavaScript together. Autosave
 * makes at most 30 a minute.
 */
const saveLimit = { max: 60, minutes: 1 }

/** Rooms whose last typed text this process remembers. */
const maxRemembered = 1000

export const tooManySaves =
  'You saved very often. Your draft is still here: wait a minute, and then click the button again.'

/** The format of a typed text. `saved` is the clean HTML of the text in the database. */
export type TextFormat = {
  name: 'html' | 'markdown'
  /** True if reading the text needs no separate process. Such a text is read without the checks for expensive ones. */
  isCheap: boolean
  isSame(typed: string, saved: string): Promise<boolean>
  read(typed: string, saved: string): Promise<ReadOrBusy>
}

/** What a guest typed. Without `photoUrl`, the photo in the profile does not change. */
export type TypedRoom = Omit<RoomRequest, 'photoUrl'> & { photoUrl?: string }

export type SaveResult =
  | RoomResult
  | Exclude<ReadOrBusy, { outcome: 'read' }>
  | { outcome: 'limited'; retryAfterSeconds: number }

/** Reads and saves what a guest typed, with limits that the forms with and without JavaScript share. */
export type SaveTypedRoom = (
  request: FastifyRequest,
  token: string,
  input: TypedRoom,
  format: TextFormat,
) => Promise<SaveResult>

export function createSaveTypedRoom(app: FastifyInstance, db: Database): SaveTypedRoom {
  const rooms = new WeakMap<FastifyRequest, number>()
  // Counted by room and not by link, because a room has several links, and made-up links have no room.
  const secondsToWait = createVisitorLimit(app, saveLimit, (request) => String(rooms.get(request)))
  /**
   * Rooms whose long text is being read. Only one at a time per room, so that one guest cannot keep all processes busy.
   */
  const reading = new Set<number>()
  /** For each room, the hash of the typed text that was last saved */
  const lastTyped = new LRUCache<number, string>({ max: maxRemembered })

  return async (request, token, input, format) => {
    const found = await findRoom(db, token)
    if (found.state !== 'open') return { outcome: found.state }
    const { room } = found
    rooms.set(request, room.id)
    const retryAfterSeconds = await secondsToWait(request)
    if (retryAfterSeconds) return { outcome: 'limited', retryAfterSeconds }
    if (!room.isOpen) return { outcome: 'stale', detail: staleMessages.withEditor, current: room }
    const read = await readText(room, input, format)
    if (read.outcome !== 'read') return read
    const { photoUrl = room.profile.photoUrl } = input
    const result = await saveRoom(db, token, { ...input, photoUrl, content: read.html })
    if (result.outcome === 'done' && !format.isCheap)
      lastTyped.set(room.id, hashTyped(result.room, input, format))
    return result
  }

  /** Reads the typed text. Reading a long one is expensive, so all checks that do not need the result come first. */
  async function readText(
    room: WritingRoom,
    input: TypedRoom,
    format: TextFormat,
  ): Promise<ReadOrBusy | Extract<RoomResult, { outcome: 'stale' }>> {
    const { content } = input
    const saved = room.text?.content ?? ''
    if (format.isCheap) return format.read(content, saved)
    // If the same text is sent twice, it is neither read again nor a conflict.
    const isSame =
      lastTyped.get(room.id) === hashTyped(room, input, format) || (await format.isSame(content, saved))
    if (isSame) return { outcome: 'read', html: saved }
    if (room.text && room.text.version !== input.version)
      return { outcome: 'stale', detail: staleMessages.changedByEditor, current: room }
    if (reading.has(room.id)) return { outcome: 'busy' }
    reading.add(room.id)
    try {
      return await format.read(content, saved)
    } finally {
      reading.delete(room.id)
    }
  }
}

/** Hash of a typed text together with the version that was saved from it */
function hashTyped({ text }: WritingRoom, { content }: TypedRoom, { name }: TextFormat): string {
  return createHash('sha256').update(`${name}:${text?.version}:${content}`).digest('hex')
}
