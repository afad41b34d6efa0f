import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../../errors.ts'

/**
 * Refuses NUL, which Postgres cannot store in text, and lone surrogates, which have no UTF-8 form, anywhere in a
 * request. All other text is stored and returned unchanged.
 */
export function refuseBrokenText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (isBroken(request.body) || isBroken(request.query) || isBroken(request.params))
      throw new RequestProblem('bad-request', {
        detail:
          'The text contains a character that can’t be stored, or the data is nested too deeply. Fix it and try again.',
      })
  })
}

/**
 * Deeper than any of our requests. The loop below keeps its own list, so that deep nesting cannot overflow the stack.
 */
const maxDepth = 32

function isBroken(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return true
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      if (depth === maxDepth) return true
      for (const [key, inner] of Object.entries(value))
        open.push({ value: key, depth: depth + 1 }, { value: inner, depth: depth + 1 })
    }
  }
  return false
}
