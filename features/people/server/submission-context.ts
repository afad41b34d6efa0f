import type { FastifyRequest } from 'fastify'
import { honeypotField } from '../../../core/contract/form-fields.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { EntryForm } from '../contract/people.ts'

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

export type Submission = {
  form: EntryForm
  name: string
  email: string
  /** Every field, to detect the same entry sent again */
  content: string[]
  /** Texts in the sender's own words, which bots send under many addresses */
  texts: string[]
  /** The notification of the site's owner */
  notice: { title: string; answers: Record<string, string> }
  /** Called in the transaction of a new entry that is not spam */
  onNew?: ((tx: Queryable, entry: { id: number; email: string }) => Promise<void>) | undefined
}
