import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../errors.ts'

/**
 * Postgres text holds every Unicode string but NUL, and a lone surrogate has no UTF-8 form: both are refused
 * at the door, wherever they stand, so that everything else comes back as it was sent.
 */
export function refuseBrokenText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (isBroken(request.body) || isBroken(request.query) || isBroken(request.params))
      throw new RequestProblem('bad-request', {
        detail: 'The text contains a character that cannot be stored. Please remove it and try again.',
      })
  })
}

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(isBroken)
  if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
    return Object.entries(value).some(([key, inner]) => isBroken(key) || isBroken(inner))
  return false
}
