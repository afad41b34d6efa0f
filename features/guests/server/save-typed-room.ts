import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { createVisitorLimit } from '../../../core/server/http/limits/visitor-limit.ts'
import { isLongHtml, readGivenHtml } from '../../posts/server/rendering/read-text.ts'
import type { RoomRequest, WritingRoom } from '../contract/writing-room.ts'
import { requireRoom, saveRoom, stale, staleMessages } from './writing-room-changes.ts'

/** Max saves of one writing room (the page where a guest author writes). Autosave makes at most 30 a minute. */
const saveLimit = { max: 60, minutes: 1 }

/** Rooms whose last typed text this process remembers. */
const maxRemembered = 1000

const tooManySaves =
  'You saved very often. Your draft is still here: wait a minute, and then click the button again.'

/**
 * Returns a function that reads and saves what a guest typed.
 * @throws RequestProblem if the guest saves too often, or the text cannot be read now
 */
export function createSaveTypedRoom(app: FastifyInstance, db: Database) {
  const rooms = new WeakMap<FastifyRequest, number>()
  // Counted by room and not by link, because a room has several links, and made-up links have no room.
  const secondsToWait = createVisitorLimit(app, saveLimit, (request) => String(rooms.get(request)))
  /**
   * Rooms whose long text is being read. Only one at a time per room, so that one guest cannot keep all processes busy.
   */
  const reading = new Set<number>()
  /** For each room, the hash of the long text that was last saved, as it was typed */
  const lastTyped = new LRUCache<number, string>({ max: maxRemembered })

  return async (request: FastifyRequest, token: string, input: RoomRequest): Promise<WritingRoom> => {
    const room = await requireRoom(db, token)
    rooms.set(request, room.id)
    const retryAfterSeconds = secondsToWait(request)
    if (retryAfterSeconds)
      throw new RequestProblem('too-many-requests', { detail: tooManySaves, retryAfterSeconds })
    if (!room.isOpen) throw stale(room, staleMessages.withEditor)
    // A short text is read at once. Saving it then detects whether its version is current.
    if (!isLongHtml(input.content))
      return saveRoom(db, token, { ...input, content: await readGivenHtml(input.content) })
    const content = await readLong(room, input)
    const saved = await saveRoom(db, token, { ...input, content })
    lastTyped.set(room.id, hashTyped(saved, input))
    return saved
  }

  /**
   * Returns the clean HTML. Reading a long text is expensive, so all checks that do not need the result come first.
   * @throws RequestProblem if the version is stale
   */
  async function readLong(room: WritingRoom, input: RoomRequest): Promise<string> {
    const { text, id } = room
    // If the same text is sent twice, it is neither read again nor a conflict.
    if (text && (input.content === text.content || lastTyped.get(id) === hashTyped(room, input)))
      return text.content
    if (text && text.version !== input.version) throw stale(room, staleMessages.changedByEditor)
    if (reading.has(id)) throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
    reading.add(id)
    try {
      return await readGivenHtml(input.content)
    } finally {
      reading.delete(id)
    }
  }
}

/** Hash of a typed text together with the version that was saved from it */
function hashTyped({ text }: WritingRoom, { content }: RoomRequest): string {
  return createHash('sha256').update(`${text?.version}:${content}`).digest('hex')
}
