import { and, eq, inArray, isNotNull, ne, or, type sql } from 'drizzle-orm'
import type { PageQuery } from '../../../core/contract/paging.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { listNewest } from '../../../core/server/db/newest-rows.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { Page } from '../../../core/server/db/page.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { userName } from '../../accounts/server/display-name.ts'
import {
  busyImportStates,
  type ImportState,
  importFileRoles,
  importLimits,
  importPartBytes,
  type SiteImport,
} from '../contract/imports.ts'
import { siteImports } from '../schema.ts'
import { listParts } from './stored-parts.ts'

export type ImportRow = typeof siteImports.$inferSelect

export async function getImport(db: Queryable, id: number): Promise<ImportRow> {
  const [row] = await db.select().from(siteImports).where(eq(siteImports.id, id))
  if (!row) throw new RequestProblem('not-found')
  return row
}

export async function readImport(db: Queryable, id: number): Promise<SiteImport> {
  return describeImport(db, await getImport(db, id))
}

type Change = { [Column in keyof ImportRow]?: ImportRow[Column] | ReturnType<typeof sql> }

/** Changes an import whose row is locked. */
export async function changeImport(
  db: Queryable,
  id: number,
  decide: (tx: Queryable, row: ImportRow) => Promise<Change>,
): Promise<SiteImport> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(siteImports).where(eq(siteImports.id, id)).for('update')
    if (!row) throw new RequestProblem('not-found')
    const change = await decide(tx, row)
    if (Object.keys(change).length === 0) return describeImport(tx, row)
    return describeImport(
      tx,
      oneRow(await tx.update(siteImports).set(change).where(eq(siteImports.id, id)).returning()),
    )
  })
}

export const notNow = (why: string) => new RequestProblem('conflict', { detail: why })

/** Channel on which the process that works on an import hears that it was canceled */
export const cancelChannel = 'import_canceled'

/** Explains which import keeps another one from starting. Undefined if there is none besides `except`. */
export async function explainBusy(db: Queryable, except?: { id: number }): Promise<string | undefined> {
  const busy = await db
    .select()
    .from(siteImports)
    .where(inArray(siteImports.state, [...busyImportStates]))
  const row = busy.find(({ id }) => id !== except?.id)
  if (!row) return undefined
  const what = { checking: 'being checked', importing: 'being imported', undoing: 'being undone' }
  const doing = what[row.state as keyof typeof what]
  const advice =
    row.state === 'undoing' ? 'Wait until that is finished.' : 'Wait until that is finished, or cancel it.'
  return `“${row.files[0]?.name ?? 'Another import'}” is ${doing} (import ${row.id} in Settings > Import). ${advice}`
}

/** Number of parts of a file of this size */
export const countParts = (bytes: number) => Math.ceil(bytes / importPartBytes)

/** Lists imports, newest first, without checks that a command has finished, and without those whose report is gone. */
export async function listImports(db: Queryable, query: PageQuery): Promise<Page<SiteImport>> {
  const filter = and(
    ne(siteImports.files, []),
    or(eq(siteImports.origin, 'upload'), isNotNull(siteImports.startedAt), eq(siteImports.state, 'checking')),
  )
  const page = await listNewest(db, siteImports, { ...query, filter })
  const rows: SiteImport[] = []
  for (const row of page.rows) rows.push(await describeImport(db, row))
  return { ...page, rows }
}

const undoMs = importLimits.undoDays * 24 * 60 * 60 * 1000

const undoableStates: ImportState[] = ['finished', 'canceled', 'failed']

function findUndoEnd({ state, startedAt, finishedAt }: ImportRow): Date | undefined {
  if (!startedAt || !undoableStates.includes(state)) return undefined
  const end = new Date((finishedAt ?? startedAt).getTime() + undoMs)
  return end > new Date() ? end : undefined
}

export const canUndo = (row: ImportRow) => findUndoEnd(row) !== undefined

export async function describeImport(db: Queryable, row: ImportRow): Promise<SiteImport> {
  const files: SiteImport['files'] = []
  for (const [index, { name, bytes, modifiedAt, folder }] of row.files.entries()) {
    const stored = folder === undefined ? [] : await listParts(db, folder)
    const storedNumbers = new Set(stored.map(({ number }) => number))
    const parts = folder === undefined ? 0 : countParts(bytes)
    const numbers = Array.from({ length: parts }, (_, at) => at + 1)
    const missingParts = numbers.filter((number) => !storedNumbers.has(number))
    const role = importFileRoles[index] ?? 'uploads'
    files.push({ role, name, bytes, modifiedAt, parts, missingParts })
  }
  const [user] = row.startedBy
    ? await db.select({ name: userName }).from(users).where(eq(users.id, row.startedBy))
    : []
  const { attempts: _, ...rest } = row
  return {
    ...withIsoTimes(rest),
    files,
    startedBy: user?.name ?? null,
    undoUntil: findUndoEnd(row)?.toISOString() ?? null,
  }
}
