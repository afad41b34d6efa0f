import { weekdayNames } from '../../../core/contract/calendar-days.ts'
import { isoDay, isoMinute } from '../../../core/contract/format-date.ts'
import { rights } from '../../../core/contract/roles.ts'
import { csvRoute } from '../../../core/server/activity/csv-route.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createCsv } from '../../../core/server/http/csv.ts'
import { requireSession, type Session } from '../../../core/server/http/guards/session.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import type { Feature } from '../../manifest/feature.ts'
import { nextStepDelete, nextStepDone, nextStepUpdate } from '../contract/next-steps.ts'
import {
  type Entry,
  entryList,
  entryUpdate,
  exportQuery,
  formLabels,
  noteCreate,
  noteDelete,
  personRead,
  statusLabels,
} from '../contract/people.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { monthNames, type PlanAnswers, planFormatLabels, planTopicLabels } from '../contract/plan.ts'
import { recordActivity } from './actions.ts'
import { listEntries, walkEntries } from './entries.ts'
import type { Viewer } from './entry-filter.ts'
import { toEntryKey } from './entry-key.ts'
import { finishNextStep, removeNextStep, setNextStep } from './next-steps.ts'
import { addNote, changeEntry, deleteNote, findPerson } from './person.ts'
import { withPlans } from './plan-answers.ts'

export function addPeopleRoutes(app: App, deps: RouteDeps & { features: Feature[] }): void {
  const { db, features } = deps
  const admin = { audience: 'admin', role: rights.work } as const

  route(app, entryList, { ...admin, scope: 'read-entries' }, async (context) =>
    sendRows(
      context,
      await listEntries(db, { ...context.query, viewer: await readViewer(deps, context.session) }),
    ),
  )

  addExport(app, deps)

  route(app, personRead, { ...admin, scope: 'read-entries' }, async ({ params }) =>
    orNotFound(await findPerson(db, toEntryKey(params), features)),
  )

  route(app, entryUpdate, admin, async ({ params, body }) =>
    orNotFound(await changeEntry(db, toEntryKey(params), body, features)),
  )

  route(app, noteCreate, admin, async ({ params, body, session: { user } }) =>
    orNotFound(await addNote(db, toEntryKey(params), body.text, user.username)),
  )

  route(app, noteDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deleteNote(db, user, params.id))
  })

  route(app, nextStepUpdate, admin, async ({ params, body }) =>
    orNotFound(await setNextStep(db, toEntryKey(params), body)),
  )

  route(app, nextStepDone, admin, async ({ params, body, session: { user } }) => {
    orNotFound(await finishNextStep(db, toEntryKey(params), body.step, user.username))
  })

  route(app, nextStepDelete, admin, async ({ params, query }) => {
    orNotFound(await removeNextStep(db, toEntryKey(params), query.step))
  })
}

function addExport(app: App, deps: RouteDeps): void {
  csvRoute(
    app,
    deps,
    peoplePaths.exportCsv,
    {
      role: rights.export,
      summary: 'The same list as a CSV file',
      description:
        'Exactly what the filter shows, with cells that look like formulas made harmless. `bom=1` for Excel.',
      query: exportQuery,
    },
    {
      csv: entriesCsv,
      async *walk(request, { batch, today }) {
        const { bom: _, ...filter } = request.query
        const viewer = { userId: requireSession(request).user.id, today }
        for await (const entries of walkEntries(deps.db, { ...filter, viewer }, batch))
          yield withPlans(deps.db, entries)
      },
      filename: (today) => `people-${today}.csv`,
      record: (db, by) => recordActivity(db, { action: 'people-exported', by }),
    },
  )
}

async function readViewer({ siteSource }: RouteDeps, { user }: Session): Promise<Viewer> {
  const { timeZone } = await siteSource.read()
  return { userId: user.id, today: isoDay(new Date(), { timeZone }) }
}

type PlannedEntry = Entry & { plan: PlanAnswers | undefined }

const entriesCsv = createCsv<PlannedEntry>([
  ['Form', (entry) => formLabels[entry.form]],
  ['Received', (entry, { timeZone }) => isoMinute(entry.createdAt, { timeZone })],
  ['Time zone', (_entry, { zoneName }) => zoneName],
  ['Name', (entry) => entry.name],
  ['Email', (entry) => entry.email],
  ['Phone', (entry) => entry.phone],
  ['Organization', (entry) => entry.company],
  ['Industry', (entry) => entry.industry],
  ['Services', (entry) => entry.services.join(', ')],
  ['Timeline', (entry) => entry.timeline],
  ['Message', (entry) => entry.message],
  ['Status', (entry) => statusLabels[entry.status]],
  ['Tags', (entry) => entry.tags.join(', ')],
  ['Next step', (entry) => entry.nextStep?.text ?? ''],
  ['Next step due', (entry) => entry.nextStep?.dueOn ?? ''],
  ['Next step by', (entry) => entry.nextStep?.owner?.name ?? ''],
  ['Page', (entry) => entry.sourceName],
  ['Address', (entry) => entry.source],
  ['City', ({ plan }) => plan?.city ?? ''],
  ['State', ({ plan }) => plan?.state ?? ''],
  ['ZIP', ({ plan }) => plan?.zip ?? ''],
  ['Group size', ({ plan }) => String(plan?.groupSize ?? '')],
  ['Topics', ({ plan }) => plan?.topics.map((topic) => planTopicLabels[topic]).join(', ') ?? ''],
  ['Months', ({ plan }) => plan?.months.map((month) => monthNames[month - 1]).join(', ') ?? ''],
  ['Weekdays', ({ plan }) => plan?.weekdays.map((day) => weekdayNames[day]).join(', ') ?? ''],
  ['In person or online', ({ plan }) => (plan?.format ? planFormatLabels[plan.format] : '')],
  ['Received (UTC)', (entry) => entry.createdAt],
])
