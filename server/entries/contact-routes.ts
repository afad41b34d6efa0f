import * as z from 'zod/mini'
import {
  type ContactRequest,
  type ContactResponse,
  type ContactValues,
  checkContact,
  contactMessages,
  contactRequest,
  contactResponse,
  contactTextFields,
  emptyContactValues,
} from '../../contracts/contact.ts'
import { paths } from '../../contracts/paths.ts'
import { addressAnswers, checkAddress, questionAddress } from '../../contracts/suggest-address.ts'
import type { ContactFormProps } from '../../web/site/contact-form.tsx'
import { isDatabaseAway } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import { keepContact } from './contact.ts'
import { readArrival } from './submission-context.ts'

/** Far above what people do; it stands in memory before the counters in the database. */
const contactLimit = { max: 300, minutes: 10 }

export function addContactRoutes(app: App, { config, db, sendPage }: RouteDeps): void {
  const secondsToWait = createVisitorLimit(app, contactLimit)

  app.post(
    paths.api.contact,
    {
      config: { audience: 'everyone', kind: 'call' },
      bodyLimit: 64 * 1024,
      schema: {
        summary: 'Write to us',
        description:
          'What a person can fix comes back as `success: false` with a message and the fields. The same message sent again within ten minutes is taken once.',
        body: contactRequest,
        response: { 200: contactResponse },
      },
    },
    async (request, reply): Promise<ContactResponse> => {
      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return { success: false, message: contactMessages.tooMany }
      }
      const checked = checkContact(toValues(request.body))
      if (!checked.ok) return { success: false, message: contactMessages.mend, errors: checked.errors }
      await keepContact(db, checked.values, readArrival(request, request.body, config.publicUrl))
      return { success: true, message: contactMessages.sent }
    },
  )

  app.post(
    paths.contact,
    {
      config: { audience: 'everyone', kind: 'form' },
      bodyLimit: 64 * 1024,
      schema: { hide: true, body: z.extend(contactRequest, addressAnswers) },
    },
    async (request, reply) => {
      const { askedAbout, meant, ...call } = request.body
      const values = toValues(meant ? { ...call, email: meant } : call)
      const again = (status: number, problem: Omit<ContactFormProps, 'values'>) =>
        sendPage(reply, { page: 'contact', props: { sent: false, values, ...problem } }, status)

      const wait = await secondsToWait(request)
      if (wait) {
        reply.header('retry-after', wait)
        return again(429, { message: contactMessages.tooMany })
      }
      const checked = checkContact(values)
      if (!checked.ok) return again(422, { errors: checked.errors, message: contactMessages.mend })
      const question = questionAddress(checked.values.email, askedAbout)
      if (question) return again(422, { errors: { email: question.text }, message: checkAddress, question })
      try {
        await keepContact(db, checked.values, readArrival(request, call, config.publicUrl))
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        // The person keeps what they typed.
        reply.header('retry-after', 5)
        return again(503, { message: contactMessages.unreachable })
      }
      return reply.redirect(paths.contactSent, 303)
    },
  )
}

function toValues(body: ContactRequest): ContactValues {
  const values = { ...emptyContactValues, services: [body.services ?? []].flat() }
  for (const field of contactTextFields) values[field] = body[field] ?? ''
  return values
}
