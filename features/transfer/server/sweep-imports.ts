import { and, inArray, ne, not, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { busyImportStates, importLimits } from '../contract/imports.ts'
import { importNotes, siteImports, storedParts } from '../schema.ts'

/**
 * Deletes imports that never started, once their files are gone. After a year, the notes of an import and the names of its
 * files go, as do the rows of Activity. What is left keeps its entries from being imported twice.
 */
export async function sweepImports(db: Queryable): Promise<void> {
  const endedBefore = (days: number) =>
    sql`coalesce(${siteImports.finishedAt}, ${siteImports.startedAt}) < now() - make_interval(days => ${days})`
  await db.execute(sql`
    delete from ${importNotes} using ${siteImports}
    where ${siteImports.id} = ${importNotes.importId} and ${endedBefore(importLimits.reportDays)}`)
  const isWorkedOn = inArray(siteImports.state, [...busyImportStates])
  await db
    .update(siteImports)
    .set({ files: [], problem: null })
    .where(and(endedBefore(importLimits.reportDays), ne(siteImports.files, []), not(isWorkedOn)))
  await db.delete(siteImports).where(sql`
    ${siteImports.startedAt} is null and ${siteImports.state} <> 'checking'
    and ${siteImports.createdAt} < now() - make_interval(days => ${importLimits.fileDays})
    and not exists (
      select from ${storedParts}, jsonb_array_elements(${siteImports.files}) as file
      where ${storedParts.folder} = file ->> 'folder')`)
}
