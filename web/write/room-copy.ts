import * as z from 'zod/mini'

const roomValues = z.object({
  title: z.string(),
  content: z.string(),
  name: z.string(),
  bio: z.string(),
  photoUrl: z.string(),
  /** To comments, by their number; copies of earlier versions of this page have none. */
  answers: z._default(z.record(z.string(), z.string()), {}),
})
/** What a guest types. */
export type RoomValues = z.infer<typeof roomValues>

const roomCopy = z.object({
  values: roomValues,
  /** ISO 8601. */
  keptAt: z.string(),
})
export type RoomCopy = z.infer<typeof roomCopy>

const nameOf = (roomId: number) => `guest-text:${roomId}`

/** Keeps what was typed on this device until the server has it. False where there is no room. */
export function keepCopy(roomId: number, copy: RoomCopy): boolean {
  try {
    localStorage.setItem(nameOf(roomId), JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function dropCopy(roomId: number): void {
  try {
    localStorage.removeItem(nameOf(roomId))
  } catch {
    // A browser that keeps nothing for sites has no copy either.
  }
}

export function findCopy(roomId: number): RoomCopy | undefined {
  try {
    return roomCopy.parse(JSON.parse(localStorage.getItem(nameOf(roomId)) ?? ''))
  } catch {
    // There is none, or it is of another version of this page: nobody could be offered it.
    return undefined
  }
}
