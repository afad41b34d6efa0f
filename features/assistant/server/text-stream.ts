import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeFailure } from '../../../core/server/http/error-handler.ts'
import { alreadySent } from '../../../core/server/http/route.ts'
import type { StreamListener } from './service/model.ts'

/**
 * Sends the result of a writing request as JSON or, if the client accepts `text/event-stream`, as JSON events: `text`
 * for each new piece, then `result` with the checked reply, or `problem`. A failure before the first text is an
 * ordinary error response.
 */
export async function sendWriting<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  write: (listener?: StreamListener) => Promise<Result>,
): Promise<Result | typeof alreadySent> {
  if (!request.headers.accept?.includes('text/event-stream')) return write()
  const stream = new PassThrough()
  const send = (event: string, data: unknown) =>
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const firstText = Promise.withResolvers<void>()
  const disconnected = new AbortController()
  // Stops the AI service when the client disconnects, because its tokens cost money.
  reply.raw.once('close', () => disconnected.abort())
  let sent = ''
  let isOver = false
  const ended = write({
    signal: disconnected.signal,
    onText(soFar) {
      if (isOver || soFar.length <= sent.length || !soFar.startsWith(sent)) return
      send('text', { text: soFar.slice(sent.length) })
      sent = soFar
      firstText.resolve()
    },
  }).then(
    (result) => {
      isOver = true
      send('result', result)
      stream.end()
    },
    (error: unknown) => {
      isOver = true
      if (sent === '') throw error
      if (!disconnected.signal.aborted) request.log.error({ err: error }, 'a response was cut off')
      send('problem', describeFailure(error, request))
      stream.end()
    },
  )
  await Promise.race([firstText.promise, ended])
  reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
  return alreadySent
}
