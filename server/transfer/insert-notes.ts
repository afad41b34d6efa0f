import type { ImportNote, ImportPhase } from '../../contracts/imports.ts'
import type { Queryable } from '../db/connect.ts'
import { importNotes } from '../db/schema/transfer.ts'

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
