import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '../../../contracts/session.ts'
import { RequestProblem } from '../../errors.ts'

export type Session = { token: string; user: SessionUser }

declare module 'fastify' {
  interface FastifyRequest {
    /** Looks up the session and sets `session`. Public pages never call it. */
    loadSession(): Promise<void>
    /** Undefined if the visitor is signed out or `loadSession` was not called. */
    session: Session | undefined
  }
}

/** The session of a request to an admin route. */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw new RequestProblem('sign-in-required')
  return request.session
}
