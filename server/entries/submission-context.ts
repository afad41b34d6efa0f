import type { FastifyRequest } from 'fastify'
import { honeypotField } from '../../contracts/form-fields.ts'

/** Facts about the request that a form was sent with */
export type SubmissionContext = {
  ip: string
  /** Content of a form field that people do not see, so only bots fill it in */
  honeypot: string
  /** Token that proves when the form was first touched (form-start.ts); our own pages send it */
  start?: string | undefined
  /** Path of our page with the form */
  source?: string | undefined
}

export function readContext(
  request: FastifyRequest,
  body: { [honeypotField]?: string | undefined; start?: string | undefined },
): SubmissionContext {
  return {
    ip: request.ip,
    honeypot: body[honeypotField] ?? '',
    start: body.start,
    source: request.findSourcePage(),
  }
}
