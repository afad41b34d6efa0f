import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '../../../contract/session.ts'
import { RequestProblem } from '../../errors.ts'

export type Session = {
  /** The cookie's token; empty if the request came with an API token instead */
  token: string
  /** `tokenId` is the number of the API token that the request came with. */
  user: SessionUser & { tokenId?: number }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Looks up the session and sets `session`. Public pages never call it. */
    loadSession(): Promise<void>
    /** Looks up the session, or the API token, again, after a body that took long to arrive. */
    reloadSession(): Promise<void>
    /** Undefined if the visitor is signed out, must set up a second factor, or `loadSession` was not called. */
    session: Session | undefined
    /** True if the session is only for setting up a second factor, and this route is not for that */
    mustSetUpFactor: boolean
  }
}

/** The session of a request to an admin route. */
export function requireSession(request: FastifyRequest): Session {
  if (request.mustSetUpFactor) throw new RequestProblem('factor-needed')
  if (!request.session) throw new RequestProblem('sign-in-required')
  return request.session
}
