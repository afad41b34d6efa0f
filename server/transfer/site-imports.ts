import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import {
  busyImportStates,
  type ImportFileRole,
  type ImportNoteRow,
  type ImportNotesQuery,
  type ImportOptions,
  type ImportRequest,
  type ImportState,
  importFileRoles,
  importLimits,
  importMessages,
  importPartBytes,
  type SiteImport,
} from '../../contracts/imports.ts'
import type { PageQuery } from '../../contracts/paging.ts'
import { type ActingUser, type Actor, recordActivity } from '../activity/record-activity.ts'
import { countRows } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { cutPage, type Page } from '../db/page.ts'
import { users } from '../db/schema/accounts.ts'
import { type ImportFile, importItems, importNotes, siteImports, storedParts } from '../db/schema/transfer.ts'
import { RequestProblem } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import type { MediaStore } from '../media/store.ts'
import { deleteParts, listParts, newPartsFolder, type StoredPart, storePart } from './stored-parts.ts'

export type ImportRow = typeof siteImports.$inferSelect

/** Announces the files of an upload, or finds the unfinished upload of the same files. */
export async function createImport(
  db: Queryable,
  userId: number,
  { site, uploads }: ImportRequest,
): Promise<SiteImport> {
  const wanted = [site, ...(uploads ? [uploads] : [])]
  if (wanted.reduce((sum, { bytes }) => sum + bytes, 0) > importLimits.bytes)
    throw new RequestProblem('too-large', { detail: importMessages.tooLarge })
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('new import', 0))`)
    const open = await tx.select().from(siteImports).where(eq(siteImports.state, 'uploading'))
    const known = open.find(({ files }) => isSame(files, wanted))
    if (known) return describeImport(tx, known)
    const files = wanted.map((file) => ({ ...file, folder: newPartsFolder() }))
    return describeImport(tx, await insertImport(tx, userId, 'uploading', files))
  })
}

/** Begins an import whose files are stored as parts already. The same files again are the same import. */
export async function createUploadedImport(
  db: Queryable,
  store: MediaStore,
  userId: number,
  files: ImportFile[],
): Promise<SiteImport> {
  const open = await db
    .select()
    .from(siteImports)
    .where(inArray(siteImports.state, ['uploaded', 'checking', 'checked', 'importing']))
  const hashes = await hashParts(db, files)
  for (const row of open)
    if (isSame(row.files, files) && (await hashParts(db, row.files)) === hashes) {
      for (const { folder } of files) if (folder) await deleteParts(db, store, folder)
      return describeImport(db, row)
    }
  return describeImport(db, await insertImport(db, userId, 'uploaded', files))
}

async function hashParts(db: Queryable, files: ImportFile[]): Promise<string> {
  const hashes: string[] = []
  for (const { folder } of files)
    hashes.push(...(folder ? await listParts(db, folder) : []).map(({ sha256 }) => sha256))
  return hashes.join(' ')
}

const isSame = (files: ImportFile[], others: ImportFile[]): boolean =>
  files.length === others.length &&
  files.every(({ name, bytes, modifiedAt }, index) => {
    const other = others[index]
    return other?.name === name && other.bytes === bytes && other.modifiedAt === modifiedAt
  })

async function insertImport(
  db: Queryable,
  startedBy: number | null,
  state: ImportState,
  files: ImportFile[],
): Promise<ImportRow> {
  return oneRow(
    await db.insert(siteImports).values({ state, origin: 'upload', files, startedBy }).returning(),
  )
}

/** Number of parts of a file of this size */
const countParts = (bytes: number) => Math.ceil(bytes / importPartBytes)

/** Stores one part of a file of an unfinished upload. */
export async function storeImportPart(
  db: Queryable,
  store: MediaStore,
  { id, file, number }: { id: number; file: ImportFileRole; number: number },
  body: Buffer,
): Promise<void> {
  const row = await getImport(db, id)
  const found = row.files[importFileRoles.indexOf(file)]
  if (!found?.folder) throw new RequestProblem('not-found', { detail: 'This import has no such file.' })
  const last = countParts(found.bytes)
  if (number > last)
    throw new RequestProblem('bad-request', {
      detail: `This file has only ${last} parts. Send one of these.`,
    })
  const expected = number < last ? importPartBytes : found.bytes - (last - 1) * importPartBytes
  if (body.length !== expected)
    throw new RequestProblem('bad-request', {
      detail: `Part ${number} must have ${expected.toLocaleString('en-US')} bytes, but ${body.length.toLocaleString('en-US')} came. Send it again.`,
    })
  // A repeated last part may come after the upload was finished.
  if (
    row.state !== 'uploading' &&
    !(await listParts(db, found.folder)).some((part) => part.number === number)
  )
    throw notNow('Its upload is finished.')
  const stored = await storePart(db, store, found.folder, number, body)
  if (stored === 'different')
    throw new RequestProblem('conflict', {
      detail:
        'Another file with the same name and size was uploaded before. Cancel that import and begin again.',
    })
}

/** Finishes an upload if every part is there. */
export function finishUpload(db: Queryable, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state === 'uploading') {
      const { files } = await describeImport(tx, row)
      const missing = files.flatMap(({ missingParts }) => missingParts).length
      if (missing > 0)
        throw notNow(`${missing === 1 ? '1 part is' : `${missing} parts are`} missing. Send them first.`)
      return { state: 'uploaded' }
    }
    return {}
  })
}

export function startCheck(
  db: Queryable,
  id: number,
  { oldAddress }: Pick<ImportOptions, 'oldAddress'>,
): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state === 'checking') return {}
    if (row.startedAt !== null || !isOneOf(row.state, ['uploaded', 'checked', 'canceled', 'failed']))
      throw notNow('It can be checked only before it starts.')
    await requireFiles(tx, row)
    await beginWork(tx)
    const { oldAddress: _, ...others } = row.options
    const options = { ...others, ...(oldAddress !== undefined && { oldAddress }) }
    const again = { position: 0, entries: null, checked: {}, problem: null, checkedAt: null }
    return { state: 'checking', options, ...again }
  })
}

export function startImport(
  db: Queryable,
  by: ActingUser,
  id: number,
  options: ImportOptions,
): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (isOneOf(row.state, ['importing', 'finished'])) return {}
    if (!isOneOf(row.state, ['uploaded', 'checked', 'canceled', 'failed']))
      throw notNow(row.state === 'uploading' ? 'Finish its upload first.' : 'It can’t be started now.')
    await requireFiles(tx, row)
    await beginWork(tx)
    await recordActivity(tx, { action: 'import-started', by, about: ['import', id] })
    const begun = { state: 'importing', problem: null } as const
    // A continued import goes on as it began.
    return row.startedAt ? begun : { ...begun, options, position: 0, startedAt: sql`now()` }
  })
}

/** Cancels an import, or gives up an upload. What was imported stays, until the import is continued or undone. */
export function cancelImport(db: Queryable, store: MediaStore, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state === 'canceled') return {}
    if (!isOneOf(row.state, ['uploading', 'uploaded', 'checking', 'checked', 'importing']))
      throw notNow('There is nothing to cancel.')
    if (row.state === 'uploading' || row.state === 'uploaded') await deleteFilesOf(tx, store, row)
    return { state: 'canceled' }
  })
}

export function startUndo(db: Queryable, by: Actor, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (isOneOf(row.state, ['undoing', 'undone'])) return {}
    if (!canUndo(row)) throw notNow('An import can be undone within 30 days after it has run.')
    await beginWork(tx)
    await recordActivity(tx, { action: 'import-undone', by, about: ['import', id] })
    return { state: 'undoing', problem: null }
  })
}

/** Refuses a second import in words before the index of the table does, and wakes the job. */
async function beginWork(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('busy import', 0))`)
  const busy = await tx
    .select({ id: siteImports.id })
    .from(siteImports)
    .where(inArray(siteImports.state, [...busyImportStates]))
  if (busy.length > 0) throw new RequestProblem('conflict', { detail: importMessages.busy })
  // Even if one is waiting: it could begin before this transaction commits, and find nothing to do.
  await enqueue(tx, 'import-site', {})
}

/** Files are deleted a week after the upload. */
async function requireFiles(tx: Queryable, row: ImportRow): Promise<void> {
  if (row.origin === 'command') throw notNow('Its file is on the server. Use npm run import there.')
  const { files } = await describeImport(tx, row)
  if (files.some(({ missingParts }) => missingParts.length > 0))
    throw notNow('Its files are no longer here. Upload them again.')
}

export async function deleteFilesOf(db: Queryable, store: MediaStore, { files }: ImportRow): Promise<void> {
  for (const { folder } of files) if (folder) await deleteParts(db, store, folder)
}

const notNow = (why: string) => new RequestProblem('conflict', { detail: why })

const isOneOf = <Value extends string>(value: string, list: readonly Value[]): value is Value =>
  (list as readonly string[]).includes(value)

type Change = { [Column in keyof ImportRow]?: ImportRow[Column] | ReturnType<typeof sql> }

/** Changes an import whose row is locked. */
async function changeImport(
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

async function getImport(db: Queryable, id: number): Promise<ImportRow> {
  const [row] = await db.select().from(siteImports).where(eq(siteImports.id, id))
  if (!row) throw new RequestProblem('not-found')
  return row
}

export async function readImport(db: Queryable, id: number): Promise<SiteImport> {
  return describeImport(db, await getImport(db, id))
}

/** Lists imports, newest first, without checks that a command has finished. */
export async function listImports(db: Queryable, { limit, cursor }: PageQuery): Promise<Page<SiteImport>> {
  const shown = or(
    eq(siteImports.origin, 'upload'),
    isNotNull(siteImports.startedAt),
    eq(siteImports.state, 'checking'),
  )
  const rows = await db
    .select()
    .from(siteImports)
    .where(and(shown, cursor === undefined ? undefined : lt(siteImports.id, cursor)))
    .orderBy(desc(siteImports.id))
    .limit(limit + 1)
  const described: SiteImport[] = []
  for (const row of rows) described.push(await describeImport(db, row))
  return cutPage(described, limit, await countRows(db, siteImports, shown), ({ id }) => id)
}

const undoMs = importLimits.undoDays * 24 * 60 * 60 * 1000

/** Until when an import can be undone */
function findUndoEnd({ state, startedAt, finishedAt }: ImportRow): Date | undefined {
  if (!startedAt || !isOneOf(state, ['finished', 'canceled', 'failed'])) return undefined
  const end = new Date((finishedAt ?? startedAt).getTime() + undoMs)
  return end > new Date() ? end : undefined
}

const canUndo = (row: ImportRow) => findUndoEnd(row) !== undefined

async function describeImport(db: Queryable, row: ImportRow): Promise<SiteImport> {
  const parts = await readPartsOf(db, row)
  const [user] = row.startedBy
    ? await db
        .select({ name: sql<string>`coalesce(${users.displayName}, ${users.username})` })
        .from(users)
        .where(eq(users.id, row.startedBy))
    : []
  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    id: row.id,
    state: row.state,
    origin: row.origin,
    files: row.files.map(({ name, bytes, modifiedAt, folder }, index) => {
      const count = folder === undefined ? 0 : countParts(bytes)
      const stored = new Set((parts.get(folder) ?? []).map(({ number }) => number))
      const numbers = Array.from({ length: count }, (_, at) => at + 1)
      return {
        role: importFileRoles[index] ?? 'uploads',
        name,
        bytes,
        ...(modifiedAt !== undefined && { modifiedAt }),
        parts: count,
        missingParts: numbers.filter((number) => !stored.has(number)),
      }
    }),
    format: row.format,
    siteUrl: row.siteUrl,
    options: row.options,
    position: row.position,
    entries: row.entries,
    checked: row.checked,
    counts: row.counts,
    problem: row.problem,
    startedBy: user?.name ?? null,
    createdAt: row.createdAt.toISOString(),
    checkedAt: iso(row.checkedAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    undoneAt: iso(row.undoneAt),
    undoUntil: iso(findUndoEnd(row) ?? null),
  }
}

async function readPartsOf(
  db: Queryable,
  { files }: ImportRow,
): Promise<Map<string | undefined, Pick<StoredPart, 'number'>[]>> {
  const folders = files.flatMap(({ folder }) => folder ?? [])
  const parts = new Map<string | undefined, Pick<StoredPart, 'number'>[]>()
  for (const folder of folders) parts.set(folder, await listParts(db, folder))
  return parts
}

/** Notes of one phase, in the order of the file */
export async function listImportNotes(
  db: Queryable,
  importId: number,
  { cursor, limit, ...filter }: ImportNotesQuery,
): Promise<Page<ImportNoteRow>> {
  await getImport(db, importId)
  const where = matchNotes(importId, filter)
  const rows = await db
    .select({ id: importNotes.id, about: importNotes.about, detail: importNotes.detail })
    .from(importNotes)
    .where(and(where, cursor === undefined ? undefined : gt(importNotes.id, cursor)))
    .orderBy(asc(importNotes.id))
    .limit(limit + 1)
  return cutPage(rows, limit, await countRows(db, importNotes, where), ({ id }) => id)
}

function matchNotes(importId: number, { phase, q = '' }: Pick<ImportNotesQuery, 'phase' | 'q'>) {
  const text = q.trim().toLowerCase()
  return and(
    eq(importNotes.importId, importId),
    eq(importNotes.phase, phase),
    text === ''
      ? undefined
      : sql`strpos(lower(${importNotes.about} || ' ' || ${importNotes.detail}), ${text}) > 0`,
  )
}

/** All notes of one phase in batches, for the CSV file */
export async function* walkImportNotes(
  db: Queryable,
  importId: number,
  filter: Pick<ImportNotesQuery, 'phase' | 'q'>,
): AsyncGenerator<ImportNoteRow[]> {
  let cursor: number | undefined
  do {
    const page = await listImportNotes(db, importId, { ...filter, cursor, limit: 500 })
    yield page.rows
    cursor = page.next
  } while (cursor !== undefined)
}

/**
 * Deletes imports that never started, once their files are gone. Once an import cannot be undone any more, what it keeps
 * about people goes as well: hashes of their rows, and tags, would outlive a person's data.
 */
export async function sweepImports(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from ${importItems} using ${siteImports}
    where ${siteImports.id} = ${importItems.importId} and ${importItems.kind} in ('person', 'subscriber')
      and coalesce(${siteImports.finishedAt}, ${siteImports.startedAt}) < now() - make_interval(days => ${importLimits.undoDays})
      and ${siteImports.state} <> 'undoing'`)
  await db.delete(siteImports).where(sql`
    ${siteImports.startedAt} is null and ${siteImports.state} <> 'checking'
    and ${siteImports.createdAt} < now() - make_interval(days => ${importLimits.fileDays})
    and not exists (
      select from ${storedParts}, jsonb_array_elements(${siteImports.files}) as file
      where ${storedParts.folder} = file ->> 'folder')`)
}
