import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../contract/problem.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import { createMethodFinder } from './guards/allowed-methods.ts'
import { describeMistakes } from './validation-messages.ts'

type SendProblemPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
) => Promise<FastifyReply>

/** The one place where a failure becomes a response: a page for people, problem+json for programs. */
export function handleErrors(app: FastifyInstance, sendProblemPage: SendProblemPage): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request)
    if (problem.status >= 500) request.log.error({ err: error }, 'a request failed')
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    return send(request, reply, problem)
  })

  let findMethods: ReturnType<typeof createMethodFinder> | undefined
  app.setNotFoundHandler(async (request, reply) => {
    // The route table is complete once the server is ready, so the finder is created with the first request.
    findMethods ??= createMethodFinder(app.routeTable)
    const methods = findMethods(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0 || methods.includes(request.method))
      return send(request, reply, new RequestProblem('not-found'))
    reply.header('allow', methods.join(', '))
    const detail = `This address doesn’t accept ${request.method}. Reload the page and try again.`
    return send(request, reply, new RequestProblem('method-not-allowed', { detail }))
  })

  function send(request: FastifyRequest, reply: FastifyReply, problem: RequestProblem) {
    const body = describe(problem, request)
    forgetFailedReply(reply)
    reply.code(problem.status).header('cache-control', 'no-store')
    if (isApiRequest(request))
      return reply.type('application/problem+json').send(JSON.stringify({ ...body, ...problem.extensions }))
    return sendProblemPage(request, reply, body)
  }
}

/** Headers that describe the body or target of the failed response */
const headersOfReply = ['location', 'etag', 'last-modified', 'content-encoding', 'content-disposition']

/**
 * Removes headers of the response that failed. If it failed because a header has an invalid value, the error page would
 * fail for the same reason, and Fastify would send raw JSON.
 */
function forgetFailedReply(reply: FastifyReply): void {
  for (const name of headersOfReply) reply.removeHeader(name)
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value))) reply.removeHeader(name)
}

/** Responds to a URL that cannot be decoded, which reaches neither a route nor a hook. */
export function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = new RequestProblem('bad-request', { detail: 'We couldn’t read this address.' })
  reply.code(problem.status).header('cache-control', 'no-store')
  if (!request.raw.url?.startsWith('/api/')) return reply.type('text/plain').send(problem.detail)
  return reply.type('application/problem+json').send(JSON.stringify(describe(problem, request)))
}

/** The body of an error response, for a failure after the response has begun */
export function describeFailure(error: unknown, request: FastifyRequest): Problem {
  return describe(toProblem(error, request), request)
}

function describe(problem: RequestProblem, request: FastifyRequest): Problem {
  return {
    type: 'about:blank',
    title: problem.title,
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    requestId: request.id,
    ...(request.routeOptions.config?.namesError && { error: problem.detail }),
  }
}

function isApiRequest(request: FastifyRequest): boolean {
  return request.routeOptions.config.kind === 'call' || request.url.startsWith('/api/')
}

function toProblem(error: unknown, request: FastifyRequest): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (isDatabaseAway(error)) return new RequestProblem('unavailable', { retryAfterSeconds: 5, cause: error })
  const { statusCode, validation, validationContext } = error as Partial<FastifyError>
  if (validation)
    return new RequestProblem('bad-request', {
      detail: describeMistakes(request, validationContext, validation),
    })
  if (statusCode === 413) return new RequestProblem('too-large')
  if (statusCode === 415) return new RequestProblem('unsupported-media-type')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new RequestProblem('bad-request')
  return new RequestProblem('internal-error', { cause: error })
}
