import * as z from 'zod/mini'
import {
  addressAnswers,
  checkAddress,
  meantField,
  questionAddress,
} from '../../../core/contract/suggest-address.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createVisitorLimit } from '../../../core/server/http/limits/visitor-limit.ts'
import { plainForm } from '../../../core/server/http/plain-form.ts'
import { route } from '../../../core/server/http/route.ts'
import type { View } from '../../../core/web/page.ts'
import type { EntryForm, EntryProblem, EntryResponse, EntryValues } from '../contract/entry-form.ts'
import { readContext, type SubmissionContext } from './submission-context.ts'

/** Far more than a person sends. Floods are refused here, in memory, before they reach the counters in the database. */
const submissionLimit = { max: 300, minutes: 10 }

type Options<Values, Result> = {
  /** Max bytes of the request body */
  bodyLimit: number
  submit(values: Values, context: SubmissionContext): Promise<Result>
  /** Added to the response of the endpoint after `submit`. */
  extra?: (result: Result) => Promise<Pick<EntryResponse, 'message' | 'byHand' | 'planUrl'>>
  /** Path of the page after `submit`, if it is not the same for everyone */
  donePage?: (result: Result) => string
  view(values: Values, problem: EntryProblem<Values>): View | Promise<View>
}

/** Adds the two routes of a public form: its endpoint, and its page, which accepts the form without JavaScript. */
export function addEntryForm<Values extends EntryValues, Result>(
  app: App,
  deps: RouteDeps,
  form: EntryForm<Values>,
  { bodyLimit, submit, extra, donePage, view }: Options<Values, Result>,
): void {
  const { endpoint, messages } = form
  const secondsToWait = createVisitorLimit(app, submissionLimit)

  route(app, endpoint, { audience: 'everyone', bodyLimit }, async ({ body, request, reply }) => {
    const wait = secondsToWait(request)
    if (wait) {
      reply.header('retry-after', wait)
      return { success: false, message: messages.tooMany }
    }
    const checked = form.check(readBody(body))
    if (!checked.ok) return { success: false, message: messages.fix, errors: checked.errors }
    const result = await submit(checked.values, readContext(request, body))
    return { success: true, message: messages.done, ...(await extra?.(result)) }
  })

  plainForm(app, deps, form.page, {
    audience: 'everyone',
    bodyLimit,
    body: z.extend(endpoint.body, addressAnswers),
    async run(request) {
      const wait = secondsToWait(request)
      if (wait) return { status: 429, retryAfterSeconds: wait, shown: { message: messages.tooMany } }
      const checked = form.check(readBody(request.body))
      if (!checked.ok) return { status: 422, shown: { errors: checked.errors, message: messages.fix } }
      const question = questionAddress(checked.values.email, request.body.askedAbout)
      if (question)
        return { status: 422, shown: { errors: { email: question.text }, message: checkAddress, question } }
      const result = await submit(checked.values, readContext(request, request.body))
      return donePage?.(result) ?? form.donePage
    },
    onError: (_request, isAway) => (isAway ? { message: messages.unreachable } : undefined),
    view: (problem: EntryProblem<Values>, typed) => view(readBody(typed), problem),
  })

  function readBody(body: object): Values {
    // The schema accepts only the fields of this form, hence the cast.
    const typed = body as Record<string, string | string[] | undefined>
    return form.read((name) => [(name === 'email' && typed[meantField]) || (typed[name] ?? [])].flat())
  }
}
