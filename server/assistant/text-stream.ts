import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeFailure } from '../http/error-handler.ts'
import type { StreamListener } from './service/model.ts'

/**
 * Answers a writing call: as JSON or, to whoever asks for `text/event-stream`, with the text while it is written
 * (events `text`), and then the checked reply (`result`) or what went wrong (`problem`), each of them JSON. What
 * fails before the first word is an ordinary answer.
 */
export async function answerWriting<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  write: (listener?: StreamListener) => Promise<Answer>,
): Promise<Answer | FastifyReply> {
  if (!request.headers.accept?.includes('text/event-stream')) return write()
  const stream = new PassThrough()
  const tell = (event: string, data: unknown) =>
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const begun = Promise.withResolvers<void>()
  const leaving = new AbortController()
  // Nobody pays for words that nobody reads.
  reply.raw.once('close', () => leaving.abort())
  let sent = ''
  let isOver = false
  const ended = write({
    signal: leaving.signal,
    onText(soFar) {
      if (isOver || soFar.length <= sent.length || !soFar.startsWith(sent)) return
      tell('text', { text: soFar.slice(sent.length) })
      sent = soFar
      begun.resolve()
    },
  }).then(
    (answer) => {
      isOver = true
      tell('result', answer)
      stream.end()
    },
    (error: unknown) => {
      isOver = true
      if (sent === '') throw error
      if (!leaving.signal.aborted) request.log.error({ err: error }, 'a response was cut off')
      tell('problem', describeFailure(error, request))
      stream.end()
    },
  )
  await Promise.race([begun.promise, ended])
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
}
