import type { FastifyRequest } from 'fastify'
import { honeypotField } from '../../contracts/form-fields.ts'
import type { SubmissionContext } from './record-submission.ts'

/** Facts about the request that a form was sent with. */
export function readArrival(
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
