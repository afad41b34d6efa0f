import { rights } from '../../../../core/contract/roles.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { sendsByHand } from '../../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import type { Session } from '../../../../core/server/http/guards/session.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { mailKindsOf } from '../../../../core/server/mail/mail-hooks.ts'
import type { Assistant } from '../../../assistant/server/assistant.ts'
import { sendWriting } from '../../../assistant/server/text-stream.ts'
import { findPlaceholders } from '../../../site/contract/site-content/placeholders.ts'
import {
  letterDraft,
  letterPreview,
  letterRead,
  letterSend,
  letterTemplateCreate,
  letterTemplateDelete,
  letterTemplateList,
  letterTemplateUpdate,
} from '../../contract/letters.ts'
import type { Entry, EntryKey } from '../../contract/people.ts'
import { findEntry } from '../entries.ts'
import { toEntryKey } from '../entry-key.ts'
import { type Correspondence, readFieldValues } from './field-values.ts'
import { type LetterMaterial, letterTask } from './letter-task.ts'
import { type LetterDeps, refuseLetter, sendLetter, writeLetter } from './send-letter.ts'
import { addTemplate, changeTemplate, deleteTemplate, listTemplates } from './templates.ts'
import { findThread, replySubject } from './thread.ts'

const admin = { audience: 'admin', role: rights.work } as const

type Deps = RouteDeps & LetterDeps & { assistant: Assistant }

/** Routes for writing emails to the people who submitted a form. */
export function addLetterRoutes(app: App, deps: Deps): void {
  const { db, siteSource, connections, writeEmail, features, assistant } = deps

  async function getCorrespondence(key: EntryKey, { user }: Session): Promise<Correspondence> {
    const entry = orNotFound(await findEntry(db, key))
    return { entry, site: await siteSource.read(), myName: user.displayName, role: user.role }
  }

  route(app, letterRead, admin, async ({ params, session }) => {
    const to = await getCorrespondence(toEntryKey(params), session)
    const { entry, site } = to
    const [{ values }, thread, byHand] = await Promise.all([
      readFieldValues(db, to, features),
      findThread(db, mailKindsOf(features), entry.email),
      sendsByHand(connections),
    ])
    return {
      to: entry.email,
      refusal: refuseLetter(entry) ?? null,
      subject: replySubject(thread),
      byHand,
      repliesTo: site.contactEmail,
      fields: values,
      aiMaterial: Object.values(collectMaterial(entry, site, '')).join('\n'),
    }
  })

  route(app, letterSend, admin, async ({ params, body, session }) => {
    const to = await getCorrespondence(toEntryKey(params), session)
    const mailId = await sendLetter(deps, { ...to, username: session.user.username }, body)
    return { mailId, byHand: await sendsByHand(connections) }
  })

  route(app, letterPreview, admin, async ({ params, body, session }) => {
    const to = await getCorrespondence(toEntryKey(params), session)
    const { values } = await readFieldValues(db, to, features)
    const { subject, html } = await writeLetter(writeEmail, to.entry, body, values)
    return { subject, html }
  })

  route(app, letterDraft, admin, async ({ params, body, session, request, reply }) => {
    const { entry, site } = await getCorrespondence(toEntryKey(params), session)
    const refusal = refuseLetter(entry)
    if (refusal) throw new RequestProblem('conflict', { detail: refusal })
    const writer = await assistant.findWriter()
    if (!writer) throw new RequestProblem('no-assistant')
    const requester = { userId: session.user.id, keep: body.keep }
    return sendWriting(request, reply, async (listener) => {
      const { subject, body: text } = await writer.write(
        requester,
        letterTask(collectMaterial(entry, site, body.aim)),
        listener,
      )
      return { subject, body: text, provider: writer.provider }
    })
  })

  addTemplateRoutes(app, deps)
}

function addTemplateRoutes(app: App, { db }: Deps): void {
  route(app, letterTemplateList, admin, () => listTemplates(db))

  route(app, letterTemplateCreate, admin, ({ body }) => addTemplate(db, body))

  route(app, letterTemplateUpdate, admin, async ({ params, body }) =>
    orNotFound(await changeTemplate(db, params.id, body)),
  )

  route(app, letterTemplateDelete, admin, async ({ params }) => {
    orNotFound(await deleteTemplate(db, params.id))
  })
}

/** Without the person's name, address, and organization */
function collectMaterial(entry: Entry, site: Site, aim: string): LetterMaterial {
  const { services } = site.content
  const answers = [
    entry.form === 'waitlist' ? 'Joined the waitlist for on-site training' : 'Used the contact form',
    entry.services.length > 0 && `Wants: ${entry.services.join(', ')}`,
    entry.industry && `Work: ${entry.industry}`,
    entry.timeline && `Wants to start: ${entry.timeline}`,
  ]
  const office = [
    `Name: ${site.name}`,
    ...services.list.map(({ name, promise, offers }) => `${name}: ${promise} ${offers.join(', ')}`.trim()),
    !findPlaceholders(site).includes('bookingUrl') && `Free consultation: ${site.bookingUrl}`,
  ]
  return { message: entry.message, answers: lines(answers), office: lines(office), aim }
}

const lines = (items: (string | false)[]) => items.filter((item) => item !== false && item !== '').join('\n')
