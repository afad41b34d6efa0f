import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../db/connect.ts'
import { findRoom } from './writing-room.ts'

/** Seconds from the last time the room was opened */
const maxAge = 365 * 24 * 3600

/** Sent only to the pages of invitations */
const path = '/invite'

/** With this prefix, browsers accept the cookie only over https. */
const nameOf = (inviteId: number, https: boolean) => `${https ? '__Secure-' : ''}writing-page-${inviteId}`

/**
 * Lets the link of an invitation lead back to its writing room (the page where the guest writes) on a device that has
 * opened the room before. The cookie contains the token of the room's URL, of which the database has only the hash.
 */
export function rememberRoom(reply: FastifyReply, https: boolean, inviteId: number, token: string): void {
  const shared = { path, httpOnly: true, sameSite: 'lax', secure: https, maxAge } as const
  reply.setCookie(nameOf(inviteId, https), token, shared)
}

/** The token of this invitation's room if this device has opened it and it is still open */
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
