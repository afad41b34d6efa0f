import { Readable } from 'node:stream'
import { isoDay } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import {
  entryList,
  entryUpdate,
  exportQuery,
  noteCreate,
  noteDelete,
  type PeopleFilter,
  personRead,
} from '../../contracts/people.ts'
import { rights } from '../../contracts/roles.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { sendRows } from '../http/paging.ts'
import { orNotFound, route } from '../http/route.ts'
import { listEntries, walkEntries } from './entries.ts'
import { entriesCsv, type PlannedEntry } from './entries-csv.ts'
import { toEntryKey } from './entry-key.ts'
import { addNote, changeEntry, deleteNote, findPerson } from './person.ts'
import { findPlans } from './plan-answers.ts'

/** Max entries in memory while a CSV file is written */
const exportBatch = 500

/** Routes of the People page. */
export function addPeopleRoutes(app: App, deps: RouteDeps): void {
  const { db } = deps
  const admin = { audience: 'admin', role: rights.work } as const

  route(app, entryList, { ...admin, scope: 'read-entries' }, async (context) =>
    sendRows(context, await listEntries(db, context.query)),
  )

  addExport(app, deps)

  route(app, personRead, { ...admin, scope: 'read-entries' }, async ({ params }) =>
    orNotFound(await findPerson(db, toEntryKey(params))),
  )

  route(app, entryUpdate, admin, async ({ params, body }) =>
    orNotFound(await changeEntry(db, toEntryKey(params), body)),
  )

  route(app, noteCreate, admin, async ({ params, body, session: { user } }) =>
    orNotFound(await addNote(db, toEntryKey(params), body.text, user.username)),
  )

  route(app, noteDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deleteNote(db, user, params.id))
  })
}

/** The entries of a filter in batches, with the answers of those who were asked */
async function* walkPlannedEntries(db: Queryable, filter: PeopleFilter): AsyncGenerator<PlannedEntry[]> {
  for await (const entries of walkEntries(db, filter, exportBatch)) {
    const asked = entries.filter(({ form }) => form === 'waitlist')
    const plans = await findPlans(
      db,
      asked.map(({ id }) => id),
    )
    yield entries.map((entry) => ({
      ...entry,
      plan: entry.form === 'waitlist' ? plans.get(entry.id) : undefined,
    }))
  }
}

function addExport(app: App, { db, siteSource }: RouteDeps): void {
  downloadRoute(
    app,
    paths.api.peopleExport,
    {
      role: rights.export,
      summary: 'The same list as a CSV file',
      description:
        'Exactly what the filter shows, with cells that look like formulas made harmless. `bom=1` for Excel.',
      query: exportQuery,
    },
    async (request) => {
      const { bom, ...filter } = request.query
      const { timeZone } = await siteSource.read()
      const batches = walkPlannedEntries(db, filter)
      // The first batch is read before the response begins, so that a failure still gets an error response.
      const first = await batches.next()
      await recordActivity(db, { action: 'people-exported', by: requireSession(request).user })
      async function* write() {
        yield `${bom ? '\ufeff' : ''}${entriesCsv.head}${first.done ? '' : entriesCsv.lines(first.value, timeZone)}`
        for await (const entries of batches) yield entriesCsv.lines(entries, timeZone)
      }
      const filename = `people-${isoDay(new Date(), { timeZone })}.csv`
      return { type: 'text/csv; charset=utf-8', filename, body: Readable.from(write()) }
    },
  )
}
