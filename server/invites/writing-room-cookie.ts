import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../db/connect.ts'
import { findRoom } from './writing-room.ts'

/** Seconds; begun again whenever the room is opened. */
const maxAge = 365 * 24 * 3600

/** Only the pages of invitations get it. */
const path = '/invite'

/** Behind https browsers take a cookie with this prefix from https only. */
const nameOf = (inviteId: number, https: boolean) => `${https ? '__Secure-' : ''}writing-page-${inviteId}`

/**
 * Lets the link of an invitation lead back to its writing room on a device that has opened the room before. The cookie
 * holds what the device knows already, the token in the room's address; the database has only its hash.
 */
export function rememberRoom(reply: FastifyReply, https: boolean, inviteId: number, token: string): void {
  const shared = { path, httpOnly: true, sameSite: 'lax', secure: https, maxAge } as const
  reply.setCookie(nameOf(inviteId, https), token, shared)
}

/** The token of the room that this device has opened, where it still is the room of this invitation and open. */
export async function findRememberedRoom(
  db: Queryable,
  request: FastifyRequest,
  https: boolean,
  inviteId: number,
): Promise<string | undefined> {
  const token = request.cookies[nameOf(inviteId, https)]
  if (token === undefined) return undefined
  const found = await findRoom(db, token)
  return found.state === 'open' && found.room.id === inviteId ? token : undefined
}
