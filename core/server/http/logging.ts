import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'

/**
 * Kinds of routes whose successes are logged at debug level, because they are requested constantly and rarely fail. A
 * 404 is at debug level for every kind: scanners ask for thousands of addresses that do not exist.
 */
const quietKinds = new Set(['file', 'page', 'probe'])

/**
 * Logs one JSON line per request: id, method, route pattern, status, ms. Never a body, a query, an IP address, a
 * cookie, or the path itself, which can contain a token.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const { statusCode } = reply
    const isQuiet = statusCode === 404 || (quietKinds.has(config.kind ?? '') && statusCode < 400)
    const level = isQuiet ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        route: url ?? 'not found',
        status: statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}

export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    hooks: { logMethod: thinOut() },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Prevents logging a whole request or reply by accident.
    serializers: { req: () => undefined, res: () => undefined, err: describeError },
  }
}

/** Max repetitions of the same error that are logged within a minute; further ones are only counted. */
const repeats = { max: 10, ms: 60_000 }
/** Max number of different errors that are tracked */
const maxKnownErrors = 500

/**
 * Thins out repeated errors, so that an error in every request does not fill the disk. After a minute, the next line
 * about the same error has the number of omitted lines (`repeated`).
 */
function thinOut(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const known = new Map<string, { count: number; endsAt: number }>()
  return function logMethod(args, method) {
    const [fields, message] = args as [unknown, unknown]
    const error = isRecord(fields) ? fields.err : undefined
    if (!(error instanceof Error)) return method.apply(this, args)
    const key = `${String(message)} ${keyOf(error)}`
    const now = Date.now()
    const seen = known.get(key)
    if (seen && now < seen.endsAt) {
      seen.count++
      if (seen.count > repeats.max) return
      return method.apply(this, args)
    }
    if (known.size >= maxKnownErrors) known.clear()
    known.set(key, { count: 1, endsAt: now + repeats.ms })
    const repeated = Math.max(0, (seen?.count ?? 0) - repeats.max)
    if (repeated === 0) return method.apply(this, args)
    return method.call(this, { ...(fields as object), repeated }, String(message))
  }
}

/** Key that is equal for errors of the same type, code, and line of code, including their causes */
function keyOf(error: Error): string {
  const { type, code, stack, cause } = describeError(error)
  const frame = stack.split('\n', 1)[0]
  return `${type} ${String(code)} ${frame} ${cause && error.cause instanceof Error ? keyOf(error.cause) : ''}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Type, code, and stack of an error and its causes. The message of a database error is omitted, because it quotes the
 * values of the row.
 */
function describeError(error: unknown): {
  type: string
  message: string
  stack: string
  [key: string]: unknown
} {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = 'code' in error ? String(error.code) : undefined
  const quotesValues = 'severity' in error || error.constructor.name === 'DrizzleQueryError'
  return {
    type: error.constructor.name,
    code,
    message: quotesValues ? '(left out: it may quote values)' : error.message,
    stack: framesOf(error),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  }
}

/** The stack without the message, because lines of the message can look like frames */
function framesOf(error: Error): string {
  const head = `${error.message}\n`
  const stack = error.stack ?? ''
  const at = stack.indexOf(head)
  return at < 0 ? '' : stack.slice(at + head.length)
}
