import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { countRows } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { cutPage, type Page, walkPages } from '../../../core/server/db/page.ts'
import { createCsv } from '../../../core/server/http/csv.ts'
import type { ImportNote, ImportNoteRow, ImportNotesQuery, ImportPhase } from '../contract/imports.ts'
import { importNotes } from '../schema.ts'
import { getImport } from './site-imports.ts'

const max = { about: 300, detail: 2000 }
/** Rows of one statement; Postgres takes up to 65,535 parameters */
const batchSize = 1000

export async function insertNotes(
  db: Queryable,
  importId: number,
  phase: ImportPhase,
  notes: ImportNote[],
): Promise<void> {
  for (let start = 0; start < notes.length; start += batchSize)
    await db.insert(importNotes).values(
      notes.slice(start, start + batchSize).map(({ about, detail }) => ({
        importId,
        phase,
        about: shorten(about, max.about),
        detail: shorten(detail, max.detail),
      })),
    )
}

function shorten(text: string, length: number): string {
  const storable = text.replaceAll('\0', '').toWellFormed()
  return storable.length <= length ? storable : `${storable.slice(0, length - 1).toWellFormed()}…`
}

/** Notes of one phase, in the order of the file */
export async function listImportNotes(
  db: Queryable,
  importId: number,
  { cursor, limit, phase, q = '' }: ImportNotesQuery,
): Promise<Page<ImportNoteRow>> {
  await getImport(db, importId)
  const text = q.trim().toLowerCase()
  const where = and(
    eq(importNotes.importId, importId),
    eq(importNotes.phase, phase),
    text === ''
      ? undefined
      : sql`strpos(lower(${importNotes.about} || ' ' || ${importNotes.detail}), ${text}) > 0`,
  )
  const rows = await db
    .select({ id: importNotes.id, about: importNotes.about, detail: importNotes.detail })
    .from(importNotes)
    .where(and(where, cursor === undefined ? undefined : gt(importNotes.id, cursor)))
    .orderBy(asc(importNotes.id))
    .limit(limit + 1)
  return cutPage(rows, limit, await countRows(db, importNotes, where), ({ id }) => id)
}

export const notesCsv = createCsv<ImportNoteRow>([
  ['About', ({ about }) => about],
  ['Note', ({ detail }) => detail],
])

export const walkNotes = (
  db: Queryable,
  importId: number,
  filter: Pick<ImportNotesQuery, 'phase' | 'q'>,
  limit: number,
) => walkPages((cursor?: number) => listImportNotes(db, importId, { ...filter, cursor, limit }))
