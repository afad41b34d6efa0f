import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkForm, correctFields, honeypotField } from '../../../../core/contract/form-fields.ts'
import {
  addressAnswers,
  checkAddress,
  meantField,
  questionAddress,
} from '../../../../core/contract/suggest-address.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { keepPrivate } from '../../../../core/server/http/keep-private.ts'
import { createVisitorLimit } from '../../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { plainForm } from '../../../../core/server/http/plain-form.ts'
import { orNotFound } from '../../../../core/server/http/route.ts'
import { addPrivateFile, tokenParams } from '../../../calendar/server/ics/private-file.ts'
import { readContext } from '../../../people/server/submission-context.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { type RegistrationValues, registrationValues } from '../../contract/registrations.ts'
import { events } from '../../schema.ts'
import type { Typed } from '../../web/registration-form.tsx'
import type { RegistrationProps, RegistrationState } from '../../web/registration-page.tsx'
import { registrationForm, registrationPage } from '../../words/events.ts'
import { calendarEventOf, sequenceOf } from '../calendar-days.ts'
import { createTokenMaker, type EventDeps, type RegistrationRow, registrationUrl } from '../event-row.ts'
import {
  findPublicEvent,
  findRegistrationByToken,
  type PublicEvent,
  type RegistrationWithEvent,
  registrationWithToken,
  toShown,
} from '../public-events.ts'
import { readArrival } from '../registrations/arrival.ts'
import { cancelRegistration, changeRegistration, register } from '../registrations/registrations.ts'

type Deps = RouteDeps & EventDeps

/** Far more than the people of one office send, who may share an address */
const formLimit = { max: 300, minutes: 10 }
/** Enough for the longest message, in which a form escapes every character with up to 12 */
const bodyLimit = 64 * 1024

const text = z.optional(z.string())
const typed = z.strictObject({ name: text, email: text, company: text, party: text, message: text })

const { problems } = registrationForm

/** The form on the page of a date */
export function addRegistrationForm(app: App, deps: Deps): void {
  const { db } = deps
  const secondsToWait = createVisitorLimit(app, formLimit)
  const body = z.extend(typed, { [honeypotField]: text, ...addressAnswers })
  const valuesOf = (typed: z.infer<typeof body>) =>
    readValues({ ...typed, email: typed[meantField] || typed.email })

  plainForm(app, deps, eventPaths.event(':slug'), {
    audience: 'everyone',
    params: z.object({ slug: z.string() }),
    body,
    bodyLimit,
    async run(request) {
      const { slug } = request.params
      const values = valuesOf(request.body)
      const show = async (status: number, problem: Omit<Typed, 'values'>) => {
        const found = orNotFound(await findPublicEvent(db, slug))
        return { status, shown: { event: toShown(found), typed: { values, ...problem } } }
      }
      const wait = secondsToWait(request)
      if (wait) return { ...(await show(429, { message: problems.tooMany })), retryAfterSeconds: wait }
      const checked = checkForm(registrationValues, values)
      if (!checked.ok) return show(422, { message: correctFields, errors: checked.errors })
      const question = questionAddress(checked.values.email, request.body.askedAbout)
      if (question) return show(422, { message: checkAddress, errors: { email: question.text }, question })
      const arrival = await readArrival(db, readContext(request, request.body), checked.values)
      const done = await register(db, deps, eq(events.slug, slug), checked.values, arrival)
      if (done.result !== 'done') return show(409, { message: problems.closed })
      const makeToken = await createTokenMaker(db)
      return eventPaths.registration(makeToken(done.registration.uid))
    },
    onError(request, isAway) {
      const typed = { values: valuesOf(request.body), message: problems.unreachable }
      return isAway ? { slug: request.params.slug, typed } : undefined
    },
    view: (shown: ShownForm) =>
      'event' in shown ? { page: 'event', props: shown } : { page: 'eventRetry', props: shown },
  })
}

type ShownForm = { event: ReturnType<typeof toShown>; typed: Typed } | { slug: string; typed: Typed }

function readValues(body: z.infer<typeof typed>, names: string[] = []): RegistrationValues {
  const { name = '', email = '', company = '', party = '1', message = '' } = body
  return { name, email, company, message, party: Number(party), names: names.slice(0, Number(party) - 1) }
}

/**
 * The page of a registration, where a person changes or cancels it without an account. The link authorizes it. Only POST
 * changes anything, because mail scanners open every link.
 */
export function addRegistrationPages(app: App, deps: Deps): void {
  const { db, siteSource, sendPage } = deps
  const secondsToWait = createVisitorLimit(app, formLimit)
  const isOff = async () => (await siteSource.read()).off.includes('events')

  async function show(token: string, status: number, more: { isSaved?: boolean; typed?: Typed } = {}) {
    const found = await findRegistrationByToken(db, token)
    const isKnown = found && found.registration.canceledBy !== 'server'
    const unknown: RegistrationProps = { state: 'unknown' }
    return isKnown
      ? { status, shown: toProps(found, { token, isOff: await isOff(), ...more }) }
      : { status: 404, shown: unknown }
  }

  const path = eventPaths.registration(':token')
  const query = z.object({ saved: text })
  pageRoute(app, path, { audience: 'guest', params: tokenParams, query }, async (request, reply) => {
    const isSaved = request.query.saved !== undefined
    const { status, shown } = await show(request.params.token, 200, { isSaved })
    return sendPage(keepPrivate(reply), { page: 'registration', props: shown }, status)
  })

  const body = z.extend(z.omit(typed, { email: true }), {
    names: z.optional(z.union([z.string(), z.array(z.string())])),
    action: z.enum(['change', 'cancel']),
  })
  const valuesOf = (typed: z.infer<typeof body>) => readValues(typed, [typed.names ?? []].flat())

  plainForm(app, deps, path, {
    audience: 'guest',
    params: tokenParams,
    body,
    bodyLimit,
    async run(request, reply) {
      keepPrivate(reply)
      const { token } = request.params
      const own = registrationWithToken(token)
      const values = valuesOf(request.body)
      const refuse = (status: number, problem?: Omit<Typed, 'values'>) =>
        show(token, status, problem && { typed: { values, ...problem } })
      if (await isOff()) return refuse(409)
      const wait = secondsToWait(request)
      if (wait) return { ...(await refuse(429, { message: problems.tooMany })), retryAfterSeconds: wait }
      if (request.body.action === 'cancel') {
        const { result } = await cancelRegistration(db, deps, own, 'person')
        return result === 'closed' ? refuse(409) : eventPaths.registration(token)
      }
      const found = await findRegistrationByToken(db, token)
      const checked = checkForm(registrationValues, { ...values, email: found?.registration.email })
      if (!found) return refuse(404)
      if (!checked.ok) return refuse(422, { message: correctFields, errors: checked.errors })
      const changed = await changeRegistration(db, deps, own, checked.values)
      if (changed.result === 'too-few-seats') {
        const { tooFew, noneLeft } = registrationPage.change
        const party = changed.left > 0 ? tooFew(changed.left) : noneLeft
        return refuse(409, { message: correctFields, errors: { party } })
      }
      return changed.result === 'done' ? `${eventPaths.registration(token)}?saved=1` : refuse(409)
    },
    onError(request, isAway): RegistrationProps | undefined {
      const typed = { values: valuesOf(request.body), message: problems.unreachable }
      if (!isAway || request.body.action === 'cancel') return undefined
      return { state: 'retry', token: request.params.token, typed }
    },
    view: (shown: RegistrationProps) => ({ page: 'registration', props: shown }),
  })

  addRegistrationFile(app, deps)
}

type About = { token: string; isOff: boolean; isSaved?: boolean; typed?: Typed }

function toProps(
  { registration, event }: RegistrationWithEvent,
  { token, isOff, isSaved = false, typed }: About,
): RegistrationProps {
  const { name, email, company, message, party, names } = registration
  return {
    state: stateOf(registration, event),
    token,
    event: { ...toShown(event), onlineUrl: event.onlineUrl, payUrl: event.payUrl },
    typed: typed ?? { values: { name, email, company, message, party, names } },
    isPaid: registration.paidOn !== null,
    canChange: isOff ? 'off' : event.isAhead ? true : 'late',
    isSaved,
  }
}

function stateOf({ status, canceledBy }: RegistrationRow, { state }: PublicEvent): RegistrationState {
  if (status === 'canceled') return canceledBy === 'person' ? 'left' : 'removed'
  return state === 'canceled' || state === 'over' ? state : status
}

/** The date as a file for the calendar of someone who is registered, with the link to join */
function addRegistrationFile(app: App, { db, config }: Deps): void {
  addPrivateFile(app, eventPaths.registrationFile, 'event.ics', async (token) => {
    const { registration, event } = orNotFound(await findRegistrationByToken(db, token))
    if (registration.status !== 'registered' || event.status === 'canceled') throw new RequestProblem('gone')
    const links = [event.onlineUrl, registrationUrl(config, token)].filter(Boolean)
    return { ...calendarEventOf(event, new Date(), links), sequence: sequenceOf(event, registration) }
  })
}
