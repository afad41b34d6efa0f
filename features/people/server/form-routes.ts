import { formStartRead } from '../../../core/contract/form-fields.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { route } from '../../../core/server/http/route.ts'
import { newToken } from '../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import { mailKind, queueMail } from '../../../core/server/mail/outbox.ts'
import { contactForm } from '../contract/contact.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { waitlistForm, waitlistList } from '../contract/waitlist.ts'
import { recordContact } from './contact.ts'
import { addEntryForm } from './entry-form-routes.ts'
import { signStart } from './form-start.ts'
import { createPlanLink, readPlanSettings } from './plan-links.ts'
import { joinWaitlist, listWaitlist } from './waitlist.ts'

export const planMail = mailKind('plan', 'Help us plan', 5)

/** Max bytes of the request body */
const bodyLimit = 64 * 1024

/** Routes of the waitlist and contact forms. */
export function addFormRoutes(app: App, deps: RouteDeps & { writeEmail: WriteEmail }): void {
  const { db, config, writeEmail } = deps
  const { publicUrl } = config

  addEntryForm(app, deps, waitlistForm, {
    bodyLimit,
    async submit(values, context) {
      const queueMail = await preparePlanMail(db, { writeEmail, publicUrl })
      const id = await joinWaitlist(db, values, context, queueMail)
      // Spam and repeated entries get a link, too, so that the response is the same for all.
      return (await createPlanLink(db, id)).token
    },
    extra: async (token) => ({ planUrl: peoplePaths.plan(token) }),
    donePage: (token) => peoplePaths.planJoined(token),
    view: (values, problem) => ({ page: 'waitlist', props: { done: false, values, ...problem } }),
  })

  addEntryForm(app, deps, contactForm, {
    bodyLimit,
    submit: (values, context) => recordContact(db, values, context),
    view: (values, problem) => ({ page: 'contact', props: { done: false, values, ...problem } }),
  })

  route(app, formStartRead, { audience: 'everyone' }, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { start: await signStart(db) }
  })

  route(app, waitlistList, { audience: 'admin', role: rights.work, scope: 'read-entries' }, async (context) =>
    sendRows(context, await listWaitlist(db, context.query)),
  )
}

/** Max emails to one address in a day, because visitors can enter the address of someone else */
const perAddress = 1
const daySeconds = 24 * 60 * 60

type QueuePlanMail = (tx: Queryable, entry: { id: number; email: string }) => Promise<void>

/**
 * Prepares the email with the link to the questions, if the office wants it: the text is written before the transaction
 * of the entry begins. Do not call the result for spam.
 */
async function preparePlanMail(
  db: Queryable,
  { writeEmail, publicUrl }: { writeEmail: WriteEmail; publicUrl: string },
): Promise<QueuePlanMail | undefined> {
  if (!(await readPlanSettings(db)).emailLink) return undefined
  const email = await writeEmail({ template: 'planQuestions', props: { link: linkMark } })
  return async (tx, entry) => {
    const hash = await readDayHash(tx)
    const { count } = await countEvent(tx, `plan-mail:${hash(entry.email.toLowerCase())}`, daySeconds)
    if (count > perAddress) return
    const token = newToken()
    const messageId = await queueMail(tx, {
      kind: planMail,
      to: entry.email,
      link: publicUrl + peoplePaths.plan(token),
      onceKey: `plan:${entry.id}`,
      ...email,
    })
    await createPlanLink(tx, entry.id, { token, messageId })
  }
}
