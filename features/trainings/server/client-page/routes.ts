import * as z from 'zod/mini'
import { correctFields, isoDayField, tooLong } from '../../../../core/contract/form-fields.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { keepPrivate } from '../../../../core/server/http/keep-private.ts'
import { createVisitorLimit } from '../../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { type FormPage, plainForm } from '../../../../core/server/http/plain-form.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { addPrivateFile, tokenParams } from '../../../calendar/server/ics/private-file.ts'
import { readSiteSettings } from '../../../site/server/settings/site-source.ts'
import { type ClientAction, changeActions, offerActions } from '../../contract/offer-answers.ts'
import { trainingLimits } from '../../contract/training-fields.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import type { OfferProps } from '../../web/offer.tsx'
import type { OfferProblem } from '../../web/offer-parts.tsx'
import { offerPage as words } from '../../words/offer.ts'
import { clientEvent } from '../calendar/training-event.ts'
import {
  type AnswerResult,
  acceptDay,
  askForOtherDay,
  cancelByClient,
  findOfferByToken,
  refuseDays,
} from '../offers/answer-offer.ts'
import { listProposedDays } from '../offers/hold-days.ts'
import { offerUrl } from '../offers/offer-link.ts'
import { toOfferPage } from './offer-view.ts'

type Deps = RouteDeps & { writeEmail: WriteEmail }

/** Far more answers than the people of one office give, who may share an address */
const answerLimit = { max: 100, minutes: 10 }
/** Enough for the longest message, in which a form escapes every character with up to 12 */
const bodyLimit = 64 * 1024

const typedFields = {
  day: z.optional(z.string()),
  message: z.optional(z.string()),
  sequence: z._default(z.coerce.number<string>().check(z.int()), 0),
}

/**
 * The page of an offer, where its client answers without an account. The link authorizes it. Only POST changes anything,
 * because mail scanners open every link.
 */
export function addOfferPage(app: App, deps: Deps): void {
  const { db, config, siteSource, sendPage } = deps
  const secondsToWait = createVisitorLimit(app, answerLimit)

  /** While trainings are off, the page shows what is booked but takes no answer. */
  const isOff = async () => (await siteSource.read()).off.includes('trainings')

  async function showOffer(token: string, problem?: OfferProblem) {
    const { name, timeZone } = await readSiteSettings(db, config.site)
    const clock = await readClock(db, timeZone)
    const found = await findOfferByToken(db, token, name)
    const { training } = found ?? {}
    const isAhead = training && training.canceledAt === null && training.heldAt === null
    const proposed = isAhead ? await listProposedDays(db, training, clock.today) : []
    return toOfferPage(found, { ...clock, isOff: await isOff() }, token, { problem, proposed })
  }

  // Both paths show the same, for those who reload the address of a form that was refused.
  for (const path of [trainingPaths.offer(':token'), trainingPaths.change(':token')])
    pageRoute(app, path, { audience: 'guest', params: tokenParams }, async (request, reply) => {
      const { status, props } = await showOffer(request.params.token)
      return sendPage(keepPrivate(reply), { page: 'offer', props }, status)
    })

  addForm(trainingPaths.offer(':token'), offerActions)
  addForm(trainingPaths.change(':token'), changeActions)
  addCalendarFile(app, deps)

  function addForm(path: string, actions: readonly ClientAction[]) {
    plainForm(app, deps, path, {
      audience: 'guest',
      params: tokenParams,
      bodyLimit,
      body: z.strictObject({ action: z.enum(actions), ...typedFields }),
      async run(request, reply) {
        keepPrivate(reply)
        const { token } = request.params
        const typed = readTyped(request)
        if (await isOff()) return showRefusal(token, { ...typed, message: words.ended.paused.lead }, 409)
        const wait = secondsToWait(request)
        if (wait)
          return { ...toRetry(token, typed, words.problems.tooMany), status: 429, retryAfterSeconds: wait }
        const refusal = checkTyped(typed)
        if (refusal) return showRefusal(token, { ...typed, ...refusal }, 422)
        const result = await saveAnswer(deps, token, typed)
        if (result.result === 'done' || result.result === 'already') return trainingPaths.offer(token)
        return showRefusal(token, { ...typed, message: explain(result, typed.action) }, 409)
      },
      onError(request, isAway) {
        const { unreachable } = words.problems
        return isAway ? toRetry(request.params.token, readTyped(request), unreachable).shown : undefined
      },
      view: (shown: OfferProps) => ({ page: 'offer', props: shown }),
    })
  }

  async function showRefusal(
    token: string,
    problem: OfferProblem,
    status: number,
  ): Promise<FormPage<OfferProps>> {
    const page = await showOffer(token, problem)
    return { status: page.status === 200 ? status : page.status, shown: page.props }
  }
}

type Typed = Pick<OfferProblem, 'action' | 'day' | 'typed' | 'sequence'>

type Body = Pick<Typed, 'action' | 'sequence'> & { day?: string | undefined; message?: string | undefined }

function readTyped({ body: { action, sequence, day = '', message = '' } }: { body: Body }): Typed {
  return { action, day, typed: message.trim(), sequence }
}

function checkTyped({ action, day, typed }: Typed): { message: string; error?: string } | undefined {
  const isDayNeeded = action === 'accept' || (action === 'other-day' && day !== '')
  if (isDayNeeded && !isoDayField.safeParse(day).success)
    return { message: correctFields, error: words.problems.noDay }
  if (action === 'accept') return undefined
  const max = action === 'cancel' ? trainingLimits.reason : trainingLimits.message
  if (typed.length > max) return { message: correctFields, error: tooLong(max) }
  if (typed !== '') return undefined
  if (action === 'other-days') return { message: correctFields, error: words.otherDays.missing }
  if (action === 'other-day' && day === '') return { message: correctFields, error: words.otherDay.missing }
  return undefined
}

function saveAnswer(
  deps: Deps,
  token: string,
  { action, day, typed, sequence }: Typed,
): Promise<AnswerResult> {
  const { db } = deps
  switch (action) {
    case 'accept':
      return acceptDay(db, deps, { token }, day, { byAdmin: false, sequence })
    case 'other-days':
      return refuseDays(db, deps, { token }, 'other-days', { message: typed, byAdmin: false })
    case 'decline':
      return refuseDays(db, deps, { token }, 'declined', { message: typed, byAdmin: false })
    case 'other-day':
      return askForOtherDay(db, deps, token, { message: typed, day: day || undefined })
    case 'cancel':
      return cancelByClient(db, deps, token, typed)
  }
}

function explain(result: AnswerResult, action: Typed['action']): string {
  const { problems } = words
  switch (result.result) {
    case 'day-taken':
      return action === 'other-day' ? problems.otherDayTaken : problems.dayTaken
    case 'corrected':
      return problems.corrected
    case 'too-many':
      return problems.tooManyMessages
    case 'day-past':
      if (action === 'cancel') return problems.tooLateToCancel
      return action === 'accept' ? problems.dayPast : problems.tooLateToChange
    case 'over':
      return result.status === 'accepted' && action !== 'cancel' && action !== 'other-day'
        ? problems.booked
        : problems.over
    default:
      return problems.over
  }
}

function toRetry(token: string, typed: Typed, message: string): FormPage<OfferProps> {
  const day = isoDayField.safeParse(typed.day).success ? typed.day : ''
  return { status: 503, shown: { state: 'retry', token, problem: { ...typed, day, message } } }
}

/** The booked day as a file for calendars */
function addCalendarFile(app: App, { db, config }: Deps): void {
  addPrivateFile(app, trainingPaths.calendarFile, 'training.ics', async (token) => {
    const { name, timeZone: siteZone } = await readSiteSettings(db, config.site)
    const found = await findOfferByToken(db, token, name)
    if (!found?.training) throw new RequestProblem('not-found')
    if (found.training.canceledAt) throw new RequestProblem('gone')
    const timeZone = found.training.timeZone ?? siteZone
    return clientEvent({ ...found.training, timeZone }, new Date(), {
      siteName: name,
      trainerName: found.trainerName,
      prepare: found.training.prepare,
      link: offerUrl(config, token),
    })
  })
}
