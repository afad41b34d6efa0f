import type { FastifyRequest } from 'fastify'
import { honeypotField } from '../../contracts/form-fields.ts'
import { findSource } from '../site/page-path.ts'
import type { SubmissionContext } from './record-submission.ts'

/** How an entry of a form came with this request. */
export function readArrival(
  request: FastifyRequest,
  body: { [honeypotField]?: string | undefined; start?: string | undefined },
  publicUrl: string,
): SubmissionContext {
  return {
    ip: request.ip,
    honeypot: body[honeypotField] ?? '',
    start: body.start,
    source: findSource(request, publicUrl),
  }
}
