import * as z from 'zod/mini'
import { checkForm, correctFields } from '../../../core/contract/form-fields.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { type FormPage, plainForm } from '../../../core/server/http/plain-form.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { planRequest } from '../contract/plan.ts'
import type { PlanProps, PlanTyped } from '../web/plan.tsx'
import { addToPlan, isEmptyPlan } from './plan-answers.ts'
import { findPlanLink } from './plan-links.ts'

const params = z.object({ token: z.string().check(z.maxLength(100)) })
/** Far more than the page sends. Longer texts are the field's own mistake. */
const text = z.optional(z.string().check(z.maxLength(1000)))
const list = z.optional(z.union([text, z.array(z.string()).check(z.maxLength(50))]))
const body = z.strictObject({
  city: text,
  state: text,
  zip: text,
  groupSize: text,
  format: text,
  topics: list,
  months: list,
  weekdays: list,
})

const unreachable = 'We couldn’t save your answers right now. Please try again in a moment.'

const statuses = { over: 410, unknown: 404 } as const

/** The page of the questions of "Help us plan", for anyone with the link. Opening it changes nothing. */
export function addPlanPages(app: App, deps: RouteDeps): void {
  const { db, sendPage, siteSource } = deps
  const query = z.object({ joined: z.optional(z.unknown()), sent: z.optional(z.unknown()) })

  pageRoute(app, peoplePaths.plan(':token'), { audience: 'guest', params, query }, async (request, reply) => {
    const { token } = request.params
    const link = await findPlanLink(db, token)
    if (link?.state !== 'open') {
      const state = link?.state ?? 'unknown'
      return sendPage(reply, { page: 'plan', props: { state } }, statuses[state])
    }
    if (request.query.joined !== undefined)
      return sendPage(reply, { page: 'waitlist', props: { done: true, planUrl: peoplePaths.plan(token) } })
    const { state, isAnswered } = link
    const props = { state: request.query.sent === undefined ? state : ('sent' as const), token, isAnswered }
    return sendPage(reply, { page: 'plan', props })
  })

  plainForm(app, deps, peoplePaths.plan(':token'), {
    audience: 'guest',
    bodyLimit: 16 * 1024,
    params,
    body,
    async run({ params: { token }, body }): Promise<string | FormPage<PlanProps>> {
      const link = await findPlanLink(db, token)
      if (link?.state !== 'open') {
        const state = link?.state ?? 'unknown'
        return { status: statuses[state], shown: { state } }
      }
      const checked = checkForm(planRequest, toRequest(readTyped(body)))
      const again = { state: link.state, token, isAnswered: link.isAnswered }
      if (!checked.ok)
        return { status: 422, shown: { ...again, errors: checked.errors, message: correctFields } }
      if (isEmptyPlan(checked.values)) {
        const { empty } = (await siteSource.read()).content.planPage
        return { status: 422, shown: { ...again, message: empty } }
      }
      await addToPlan(db, link.entryId, checked.values)
      return peoplePaths.planSent(token)
    },
    onError({ params: { token } }, isAway): PlanProps | undefined {
      return isAway ? { state: 'open', token, message: unreachable } : undefined
    },
    view: (shown: PlanProps, typed) => ({
      page: 'plan',
      props: shown.state === 'open' ? { ...shown, values: readTyped(typed) } : shown,
    }),
  })
}

/** A list with one item comes as a string. */
function readTyped({
  city = '',
  state = '',
  zip = '',
  groupSize = '',
  format = '',
  ...lists
}: z.infer<typeof body>): PlanTyped {
  const all = (name: keyof typeof lists) => [lists[name] ?? []].flat()
  return {
    city,
    state,
    zip,
    groupSize,
    format,
    topics: all('topics'),
    months: all('months'),
    weekdays: all('weekdays'),
  }
}

/** Typed text as the values that the schema checks. “About 20” is 20; without a number it is NaN, which it refuses. */
function toRequest({ groupSize, format, months, weekdays, ...typed }: PlanTyped) {
  const people = groupSize.trim().replaceAll(/(?<=\d)[,\s](?=\d{3}\b)/g, '')
  return {
    ...typed,
    groupSize: people === '' ? null : Number(/\d+/.exec(people)?.[0] ?? Number.NaN),
    format: format === '' ? null : format,
    months: months.map(Number),
    weekdays: weekdays.map(Number),
  }
}
