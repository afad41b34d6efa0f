import { Readable } from 'node:stream'
import { z } from 'zod'
import { isoDay } from '../../contracts/format-date.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import {
  type EntryKey,
  entry,
  entryChange,
  entryForms,
  exportQuery,
  noteRequest,
  peopleQuery,
  person,
  personNote,
} from '../../contracts/people.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { deletePerson, restorePerson } from '../privacy/erase.ts'
import { csvHead, csvLines } from './csv.ts'
import { listEntries, walkEntries } from './entries.ts'
import { addNote, changeEntry, deleteNote, findPerson } from './person.ts'

/** Entries that are in memory at once while a file is made. */
const exportBatch = 500

/** The calls of the People page. */
export function addPeopleRoutes(app: App, { db, siteSource }: RouteDeps): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const key = z.object({ form: z.string(), id: rowId })

  app.get(
    paths.api.people,
    {
      config: admin,
      schema: {
        summary: 'List everyone who contacted you, newest first',
        description: 'Waitlist and contact form together. `q` holds words or beginnings of words.',
        querystring: peopleQuery,
        response: { 200: z.array(entry) },
      },
    },
    async (request, reply) => {
      const { entries, next, total } = await listEntries(db, request.query)
      setPagingHeaders(request, reply, { next, total })
      return entries
    },
  )

  app.get(
    paths.api.peopleExport,
    {
      config: admin,
      schema: {
        summary: 'The same list as a CSV file',
        description:
          'Exactly what the filter shows, with cells that look like formulas made harmless. `bom=1` for Excel.',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const { bom, ...filter } = request.query
      const { timeZone } = await siteSource.read()
      const batches = walkEntries(db, filter, exportBatch)
      // The first batch is read before the answer begins, so that a failure is still a problem.
      const first = await batches.next()
      async function* write() {
        yield `${bom ? '\ufeff' : ''}${csvHead}${first.done ? '' : csvLines(first.value, timeZone)}`
        for await (const entries of batches) yield csvLines(entries, timeZone)
      }
      const day = isoDay(new Date(), { timeZone })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="people-${day}.csv"`)
        .send(Readable.from(write()))
    },
  )

  app.get(
    paths.api.entry(':form', ':id'),
    {
      config: admin,
      schema: {
        summary: 'Read an entry and everything about the person who wrote it',
        params: key,
        response: { 200: person },
      },
    },
    async (request) => here(await findPerson(db, readKey(request.params))),
  )

  app.patch(
    paths.api.entry(':form', ':id'),
    {
      config: admin,
      schema: {
        summary: 'Change an entry’s status or tags, or move it to Spam or back',
        params: key,
        body: entryChange,
        response: { 200: entry },
      },
    },
    async (request) => here(await changeEntry(db, readKey(request.params), request.body)),
  )

  app.delete(
    paths.api.entry(':form', ':id'),
    {
      config: admin,
      schema: {
        summary: 'Delete the person who wrote an entry',
        description:
          'Removed from every list now and permanently deleted within 30 days. Until then, they can be restored.',
        params: key,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { username } = requireSession(request).user
      if (!(await deletePerson(db, readKey(request.params), username))) throw new RequestProblem('not-found')
      return reply.code(204).send(null)
    },
  )

  app.post(
    paths.api.restorePerson(':form', ':id'),
    {
      config: admin,
      schema: { summary: 'Restore a deleted person', params: key, response: { 204: z.null() } },
    },
    async (request, reply) => {
      if (!(await restorePerson(db, readKey(request.params)))) throw new RequestProblem('not-found')
      return reply.code(204).send(null)
    },
  )

  app.post(
    paths.api.personNotes(':form', ':id'),
    {
      config: admin,
      schema: {
        summary: 'Write a note about the person who wrote an entry',
        params: key,
        body: noteRequest,
        response: { 201: personNote },
      },
    },
    async (request, reply) => {
      const { username } = requireSession(request).user
      const note = here(await addNote(db, readKey(request.params), request.body.text, username))
      return reply.code(201).send(note)
    },
  )

  app.delete(
    paths.api.personNote(':id'),
    {
      config: admin,
      schema: {
        summary: 'Delete a note',
        params: z.object({ id: rowId }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      if (!(await deleteNote(db, request.params.id))) throw new RequestProblem('not-found')
      return reply.code(204).send(null)
    },
  )
}

/** An unknown form is an address where nothing stands. */
function readKey({ form, id }: { form: string; id: number }): EntryKey {
  return { form: here(entryForms.find((known) => known === form)), id }
}

function here<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RequestProblem('not-found')
  return found
}
