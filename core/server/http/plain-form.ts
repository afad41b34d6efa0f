import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { View } from '../../web/page.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { SendPage } from './app.ts'
import type { Access, ExtraConfig, Refused } from './guards/route-access.ts'

/** The page to send in response to a form, instead of a redirect. `shown` is passed to the form's `view`. */
export type FormPage<Shown> = { status: number; shown: Shown; retryAfterSeconds?: number | undefined }

type FormRequest<Body, Params> = FastifyRequest<{ Body: Body; Params: Params }>

type PlainForm<Body, Params, Shown> = Access & {
  config?: ExtraConfig
  body: ZodMiniType<Body>
  params?: ZodMiniType<Params>
  /** Max bytes of the request body */
  bodyLimit?: number
  /** Returns the path to redirect to (303), or the page to show again with what was typed. */
  run(request: FormRequest<Body, Params>, reply: FastifyReply): Promise<string | FormPage<NoInfer<Shown>>>
  view(shown: Shown, body: Body, request: FastifyRequest): View | Promise<View>
  /**
   * The page to show when `run` throws: with status 503 while the database is unreachable, with 500 after any other
   * error. Undefined passes the error to the error handler, whose page does not contain what was typed.
   */
  onError?(request: FormRequest<Body, Params>, isAway: boolean): NoInfer<Shown> | undefined
  /** The page for a visitor whose session has ended or cannot be checked. Undefined refuses the request as usual. */
  onRefused?(body: Body, reason: Refused): NoInfer<Shown> | undefined
}

const retryAfterSeconds = 5

/** Adds a form that posts to its own page without JavaScript. If it fails, the page returns with what was typed. */
export function plainForm<Body, Shown, Params = unknown>(
  app: FastifyInstance,
  { sendPage }: { sendPage: SendPage },
  path: string,
  form: PlainForm<Body, Params, Shown>,
): void {
  const { audience, role, config, body, params, bodyLimit, run, view, onError, onRefused } = form

  app.post<{ Body: Body; Params: Params }>(
    path,
    {
      config: { ...config, audience, ...(role && { role }), kind: 'form', ...(onRefused && { whenRefused }) },
      ...(bodyLimit !== undefined && { bodyLimit }),
      schema: { hide: true, body, ...(params && { params }) },
    },
    async (request, reply) => {
      const result = await run(request, reply).catch((error: unknown) => {
        const isAway = isDatabaseAway(error)
        const shown = onError?.(request, isAway)
        if (shown === undefined) throw error
        if (!isAway) request.log.error({ err: error }, 'a request failed')
        return isAway ? { status: 503, shown, retryAfterSeconds } : { status: 500, shown }
      })
      if (typeof result === 'string') return reply.redirect(result, 303)
      // Fastify's types cannot resolve the generic `Body`, hence the cast.
      return show(request, reply, request.body as Body, result)
    },
  )

  async function show(request: FastifyRequest, reply: FastifyReply, typed: Body, page: FormPage<Shown>) {
    if (page.retryAfterSeconds !== undefined) reply.header('retry-after', page.retryAfterSeconds)
    return sendPage(reply, await view(page.shown, typed, request), page.status)
  }

  async function whenRefused(request: FastifyRequest, reply: FastifyReply, reason: Refused) {
    const isAway = reason === 'unavailable'
    const typed = body.safeParse(request.body)
    const shown = typed.success ? onRefused?.(typed.data, reason) : undefined
    if (!typed.success || shown === undefined)
      throw isAway
        ? new RequestProblem('unavailable', { retryAfterSeconds })
        : new RequestProblem('sign-in-required')
    return show(request, reply, typed.data, {
      status: isAway ? 503 : 401,
      shown,
      ...(isAway && { retryAfterSeconds }),
    })
  }
}
