import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { visitorKey } from '../../../core/server/http/limits/client-network.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'
import { createVisitorMemory } from '../../../core/server/http/limits/visitor-limit.ts'
import { hasScope, scopeFacts } from '../contract/api-tokens.ts'
import { findTokenHolder } from './api-tokens.ts'

/** Wrong tokens from one address that are looked up within the window */
const maxWrong = 20
const windowSeconds = 15 * 60

/**
 * Judges a request with an `Authorization` header by its token alone: cookies are ignored everywhere, and in the API,
 * a working token stands for its user if the route admits one of its scopes. Without a token that the route admits, a
 * request can read what visitors may read, and nothing else.
 */
export function judgeApiTokens(app: FastifyInstance, { db }: { db: Database }): void {
  const blockedUntil = createVisitorMemory<number>(app)

  app.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers
    if (authorization === undefined) return
    request.cookies = {}
    const { kind, scope, audience } = request.routeOptions.config
    if (kind !== 'call') return
    const { secret, holder } = await findHolder(request, reply, authorization)
    if (scope && hasScope(holder.scopes, scope)) {
      request.session = { token: '', user: holder.user }
      request.reloadSession = async () => {
        const now = await findTokenHolder(db, secret)
        request.session = now && { token: '', user: now.user }
      }
      return
    }
    const isPublic = audience !== 'admin' && (request.method === 'GET' || request.method === 'HEAD')
    if (isPublic) return
    reply.header('www-authenticate', `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`)
    throw new RequestProblem('token-scope', {
      ...(scope && {
        detail: `This API token lacks the scope ${scope} (${scopeFacts[scope].label}). Make a token that has it.`,
      }),
    })
  })

  async function findHolder(request: FastifyRequest, reply: FastifyReply, authorization: string) {
    const visitor = visitorKey(request.ip)
    const waitMs = (blockedUntil.get(visitor) ?? 0) - Date.now()
    if (waitMs > 0) throw tooManyWrong(Math.ceil(waitMs / 1000))
    const [, secret] = /^Bearer +([\w-]{10,200})$/i.exec(authorization) ?? []
    const holder = secret === undefined ? undefined : await findTokenHolder(db, secret)
    if (secret !== undefined && holder) return { secret, holder }
    const hash = await readDayHash(db)
    const { count, retryAfterSeconds } = await countEvent(db, `api-token:${hash(visitor)}`, windowSeconds)
    if (count >= maxWrong) blockedUntil.set(visitor, Date.now() + retryAfterSeconds * 1000)
    if (count > maxWrong) throw tooManyWrong(retryAfterSeconds)
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw new RequestProblem('wrong-token')
  }
}

const tooManyWrong = (retryAfterSeconds: number) =>
  new RequestProblem('too-many-requests', {
    detail: 'Too many requests came with a wrong API token. Check the token, wait, and try again.',
    retryAfterSeconds,
  })
