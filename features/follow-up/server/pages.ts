import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkForm, correctFields } from '../../../core/contract/form-fields.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { keepPrivate } from '../../../core/server/http/keep-private.ts'
import { createVisitorLimit } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import { feedbackValues } from '../contract/follow-up.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { attendees, gatherings } from '../schema.ts'
import type { CertificateProps } from '../web/certificate.tsx'
import type { FeedbackProps, TypedFeedback } from '../web/feedback.tsx'
import { feedbackPage as words } from '../words/follow-up.ts'
import { isDeleted } from './attendees.ts'
import { readNumber } from './certificate-number.ts'
import { findFeedback, saveFeedback } from './feedback.ts'

/** More than an office checks by hand. Guessing a number would take far longer than the site will exist. */
const certificateLimit = { max: 60, minutes: 10 }

const statuses = { valid: 200, withdrawn: 200, unknown: 404, tooMany: 429 }

/** The page with which anyone can check a certificate */
export function addCertificatePage(app: App, { db, sendPage }: RouteDeps): void {
  const secondsToWait = createVisitorLimit(app, certificateLimit)
  const params = z.object({ number: z.string() })
  const path = followUpPaths.certificate(':number')
  pageRoute(app, path, { audience: 'everyone', params }, async (request, reply) => {
    const wait = secondsToWait(request)
    if (wait) reply.header('retry-after', wait)
    const props: CertificateProps = wait
      ? { state: 'tooMany' }
      : await findCertificate(db, request.params.number)
    return sendPage(keepPrivate(reply), { page: 'certificate', props }, statuses[props.state])
  })
}

async function findCertificate(db: Queryable, typed: string): Promise<CertificateProps> {
  const number = readNumber(typed)
  if (!number) return { state: 'unknown' }
  const isValid = sql`is_held and came_at is not null and withdrawn_at is null and not ${isDeleted}`
  const [found] = await db
    .select({
      ...{ title: gatherings.title, day: gatherings.day },
      name: sql<string | null>`case when ${isValid} then name end`,
    })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(eq(attendees.certificate, number))
  if (!found) return { state: 'unknown' }
  const { name, ...about } = found
  return name === null ? { state: 'withdrawn', number, ...about } : { state: 'valid', number, ...about, name }
}

/** Far more answers than the people of one office give, who may share an address */
const formLimit = { max: 100, minutes: 10 }
/** Enough for the longest texts, in which a form escapes every character with up to 12 */
const bodyLimit = 64 * 1024

const typed = z._default(z.string(), '')

/** The questions after a day. The link authorizes the page. Only POST changes anything, because mail scanners open every link. */
export function addFeedbackPage(app: App, deps: RouteDeps): void {
  const { db, sendPage } = deps
  const secondsToWait = createVisitorLimit(app, formLimit)
  const params = z.object({ token: z.string().check(z.maxLength(100)) })
  const query = z.object({ sent: z.optional(z.string()) })
  const body = z.strictObject({ rating: typed, best: typed, better: typed })

  async function readPage(
    token: string,
    more: { isSaved?: boolean; typed?: TypedFeedback } = {},
    status = 200,
  ) {
    const found = await findFeedback(db, token)
    const shown: FeedbackProps = found
      ? { state: found.isOpen ? 'open' : 'closed', token, ...found, ...more }
      : { state: 'unknown' }
    return { shown, status: found ? status : 404 }
  }

  const path = followUpPaths.feedback(':token')
  pageRoute(app, path, { audience: 'guest', params, query }, async (request, reply) => {
    const isSaved = request.query.sent !== undefined
    const { shown, status } = await readPage(request.params.token, { isSaved })
    return sendPage(keepPrivate(reply), { page: 'feedback', props: shown }, status)
  })

  plainForm(app, deps, path, {
    audience: 'guest',
    params,
    body,
    bodyLimit,
    async run(request, reply) {
      keepPrivate(reply)
      const { token } = request.params
      const values = request.body
      const refuse = (status: number, problem: Omit<TypedFeedback, 'values'>) =>
        readPage(token, { typed: { values, ...problem } }, status)
      const wait = secondsToWait(request)
      if (wait) return { ...(await refuse(429, { message: words.tooMany })), retryAfterSeconds: wait }
      const checked = checkForm(feedbackValues, values)
      if (!checked.ok) return refuse(422, { message: correctFields, errors: checked.errors })
      if (!(await saveFeedback(db, token, checked.values))) return refuse(409, {})
      return `${followUpPaths.feedback(token)}?sent=1`
    },
    onError({ params: { token }, body: values }, isAway): FeedbackProps | undefined {
      return isAway ? { state: 'retry', token, typed: { values, message: words.unreachable } } : undefined
    },
    view: (shown: FeedbackProps) => ({ page: 'feedback', props: shown }),
  })
}
