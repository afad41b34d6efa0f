import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Returns a function that tells whether a request has `Authorization: Bearer` and this token, in constant time. */
export function createTokenCheck(token: string): (request: FastifyRequest) => boolean {
  const expected = hash(`Bearer ${token}`)
  return ({ headers }) => timingSafeEqual(hash(headers.authorization ?? ''), expected)
}

/** Hashes have equal lengths, which the comparison in constant time needs. */
const hash = (text: string) => createHash('sha256').update(text).digest()
