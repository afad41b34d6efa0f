import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkForm, correctFields } from '../../../core/contract/form-fields.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { keepPrivate } from '../../../core/server/http/keep-private.ts'
import { createVisitorLimit } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import { readNumber } from '../contract/certificate-number.ts'
import { feedbackValues } from '../contract/follow-up.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { attendees, gatherings } from '../schema.ts'
import type { CertificateProps } from '../web/certificate.tsx'
import type { FeedbackProps, TypedFeedback } from '../web/feedback.tsx'
import { feedbackPage } from '../words/follow-up.ts'
import { findFeedback, saveFeedback } from './feedback.ts'

/** More than an office checks by hand. Guessing a number would take far longer than the site will exist. */
const certificateLimit = { max: 60, minutes: 10 }

/** The page with which anyone can check a certificate */
export function addCertificatePage(app: App, { db, sendPage }: RouteDeps): void {
  const secondsToWait = createVisitorLimit(app, certificateLimit)
  const params = z.object({ number: z.string() })
  pageRoute(
    app,
    followUpPaths.certificate(':number'),
    { audience: 'everyone', params },
    async (request, reply) => {
      keepPrivate(reply)
      const show = (props: CertificateProps, status: number) =>
        sendPage(reply, { page: 'certificate', props }, status)
      const wait = secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return show({ state: 'tooMany' }, 429)
      }
      const shown = await findCertificate(db, request.params.number)
      return show(shown, shown.state === 'unknown' ? 404 : 200)
    },
  )
}

async function findCertificate(db: Queryable, typed: string): Promise<CertificateProps> {
  const number = readNumber(typed)
  if (!number) return { state: 'unknown' }
  const { name, certificate } = attendees
  const [found] = await db
    .select({
      ...{ name, title: gatherings.title, day: gatherings.day },
      isValid: sql<boolean>`${and(gatherings.isHeld, isNotNull(attendees.cameAt), sql`withdrawn_at is null`)}`,
    })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(eq(certificate, number))
  if (!found) return { state: 'unknown' }
  const { isValid, name: attendee, title, day } = found
  return isValid
    ? { state: 'valid', number, title, day, name: attendee }
    : { state: 'withdrawn', number, title, day }
}

/** Far more answers than the people of one office give, who may share an address */
const formLimit = { max: 100, minutes: 10 }
/** Enough for the longest texts, in which a form escapes every character with up to 12 */
const bodyLimit = 64 * 1024

const typedText = z.optional(z.string())

/** The questions after a day. The link authorizes the page. Only POST changes anything, because mail scanners open every link. */
export function addFeedbackPage(app: App, deps: RouteDeps): void {
  const { db, sendPage } = deps
  const secondsToWait = createVisitorLimit(app, formLimit)
  const params = z.object({ token: z.string().check(z.maxLength(100)) })
  const query = z.object({ sent: typedText })
  const body = z.strictObject({ rating: typedText, best: typedText, better: typedText })

  async function readPage(token: string, more: { isSaved?: boolean; typed?: TypedFeedback } = {}) {
    const found = await findFeedback(db, token)
    const props: FeedbackProps = !found
      ? { state: 'unknown' }
      : { state: found.isOpen ? 'open' : 'closed', token, ...found, typed: toTyped(found), ...more }
    return { shown: props, status: found ? 200 : 404 }
  }

  pageRoute(
    app,
    followUpPaths.feedback(':token'),
    { audience: 'guest', params, query },
    async (request, reply) => {
      const isSaved = request.query.sent !== undefined
      const { shown, status } = await readPage(request.params.token, { isSaved })
      return sendPage(keepPrivate(reply), { page: 'feedback', props: shown }, status)
    },
  )

  plainForm(app, deps, followUpPaths.feedback(':token'), {
    audience: 'guest',
    params,
    body,
    bodyLimit,
    async run(request, reply) {
      keepPrivate(reply)
      const { token } = request.params
      const values = toTyped(request.body).values
      const refuse = async (status: number, problem: Omit<TypedFeedback, 'values'>) => {
        const page = await readPage(token, { typed: { values, ...problem } })
        return { ...page, status: page.status === 200 ? status : page.status }
      }
      const wait = secondsToWait(request)
      if (wait) return { ...(await refuse(429, { message: feedbackPage.tooMany })), retryAfterSeconds: wait }
      const checked = checkForm(feedbackValues, values)
      if (!checked.ok) return refuse(422, { message: correctFields, errors: checked.errors })
      if (!(await saveFeedback(db, token, checked.values))) return refuse(409, {})
      return `${followUpPaths.feedback(token)}?sent=1`
    },
    onError({ params: { token }, body }, isAway): FeedbackProps | undefined {
      const typed = { ...toTyped(body), message: feedbackPage.unreachable }
      return isAway ? { state: 'retry', token, typed } : undefined
    },
    view: (shown: FeedbackProps) => ({ page: 'feedback', props: shown }),
  })
}

type Typed = {
  rating?: string | number | null | undefined
  best?: string | undefined
  better?: string | undefined
}

const toTyped = ({ rating, best = '', better = '' }: Typed): TypedFeedback => ({
  values: { rating: String(rating ?? ''), best, better },
})
