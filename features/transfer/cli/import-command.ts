import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '../../../core/server/db/page.ts'
import { prepareDatabase } from '../../../core/server/jobs/prepare-database.ts'
import { StartError } from '../../../core/server/start-error.ts'
import type { FeatureCommand } from '../../manifest/command.ts'
import { openMediaStore } from '../../media/server/store.ts'
import {
  type ImportCounts,
  type ImportNoteRow,
  type ImportPhase,
  importFormatLabels,
  importOptions,
  type SiteImport,
} from '../contract/imports.ts'
import { runCommandImport } from '../server/command-import.ts'
import { listImportNotes, notesCsv, walkNotes } from '../server/import-notes.ts'

const usage = [
  'Usage: npm run import -- FILE [--uploads ZIP] [--old-address URL] [--check] [--drafts] [--author NAME]',
  '                              [--notes FILE.csv]',
  '       npm run import -- --undo NUMBER [--notes FILE.csv]',
  'FILE and ZIP can also be tar files and folders.',
].join('\n')

/** Ms between two lines about the progress */
const progressMs = 5000
const printedNotes = 20
/** Notes that are read at once for a file */
const notesBatch = 500

/** For one, and for any other number */
const countLabels: [keyof ImportCounts, string, string][] = [
  ['posts', 'post', 'posts'],
  ['pages', 'page', 'pages'],
  ['drafts', 'of them a draft', 'of them drafts'],
  ['pictures', 'image', 'images'],
  ['files', 'file', 'files'],
  ['redirects', 'redirect from an old address', 'redirects from old addresses'],
  ['menus', 'menu, as a draft', 'menus, as drafts'],
  ['unchanged', 'unchanged, because it was imported before', 'unchanged, because they were imported before'],
  ['missingPictures', 'image that is missing', 'images that are missing'],
  ['problems', 'that could not be imported', 'that could not be imported'],
]

// Imports a file of another system. The app may be running.
export const command: FeatureCommand = async ({ config, log, open, connect, args, features, jobPlans }) => {
  const { task, notesFile } = readArguments(args)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const connectionString = await open()
  await prepareDatabase(connectionString, jobPlans)
  const db = connect(connectionString, 3)
  const media = await openMediaStore(config.mediaPlace)
  const { signal } = stopping
  let saidAt = Date.now()
  const finished = await runCommandImport(
    {
      config,
      db,
      connectionString,
      media,
      features,
      signal,
      log: { error: (fields, text) => log.warn(fields, text) },
    },
    task,
    (done, all) => {
      if (Date.now() - saidAt < progressMs) return
      saidAt = Date.now()
      log.info(`${format(done)}${all === null ? '' : ` of ${format(all)}`} entries are done.`)
    },
  )
  const phase = 'undo' in task ? 'undo' : task.isCheck ? 'check' : 'import'
  // The notes have no times.
  const pieces = notesCsv(walkNotes(db, finished.id, { phase }, notesBatch), 'UTC')
  if (notesFile !== undefined) await saveNotes(notesFile, pieces)
  const notes = await listImportNotes(db, finished.id, { phase, limit: printedNotes })
  return [...describe(finished), ...describeNotes(notes, phase, notesFile)].join('\n')
}

function readArguments(args: string[]) {
  const { values, positionals } = parse(args)
  const { notes, undo, ...importing } = values
  const notesFile = notes === undefined ? undefined : resolve(notes)
  if (undo !== undefined) {
    if (positionals.length > 0 || Object.keys(importing).length > 0 || !/^\d{1,9}$/.test(undo))
      throw new StartError(usage)
    return { task: { undo: Number(undo) }, notesFile }
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new StartError(usage)
  const { uploads, check = false, drafts, author, 'old-address': oldAddress } = importing
  const task = {
    file: resolve(file),
    uploads: uploads === undefined ? undefined : resolve(uploads),
    isCheck: check,
    options: readOptions({ status: drafts ? 'draft' : 'as-in-file', author, oldAddress }),
  }
  return { task, notesFile }
}

function readOptions(given: object) {
  const read = importOptions.safeParse(given)
  if (!read.success) throw new StartError(read.error.issues[0]?.message ?? usage)
  return read.data
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        uploads: { type: 'string' },
        check: { type: 'boolean' },
        drafts: { type: 'boolean' },
        author: { type: 'string' },
        notes: { type: 'string' },
        'old-address': { type: 'string' },
        undo: { type: 'string' },
      },
    })
  } catch {
    throw new StartError(usage)
  }
}

/** @throws StartError unless it is complete, so that the command exits with 1 */
function describe({ id, state, format, problem, counts, checked }: SiteImport): string[] {
  const from = format === null ? '' : ` (${importFormatLabels[format]})`
  switch (state) {
    case 'checked':
      return [
        `The check is complete${from}. Nothing was changed. An import would add:`,
        ...listCounts(checked),
      ]
    case 'finished':
      return [
        `The import is complete${from}. It added:`,
        ...listCounts(counts),
        `To undo it within 30 days: npm run import -- --undo ${id}`,
      ]
    case 'undone':
      return ['The import is undone.']
    case 'failed':
      throw new StartError(problem ?? 'The import failed. Check the messages above and try again.')
    case 'canceled':
      throw new StartError(
        'The import was canceled in Settings > Import. Run the command again to continue it.',
      )
    default:
      throw new StartError('The import was stopped. Run the same command again to continue it.')
  }
}

function listCounts(counts: ImportCounts): string[] {
  const lines = countLabels.flatMap(([name, one, many]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [`  ${format(count)} ${count === 1 ? one : many}`] : []
  })
  return lines.length > 0 ? lines : ['  nothing']
}

async function saveNotes(file: string, pieces: AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(file, pieces)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartError(`The notes can’t be saved as ${file}. Choose another file with --notes.`)
  }
}

function describeNotes(
  { rows, total }: Page<ImportNoteRow>,
  phase: ImportPhase,
  file: string | undefined,
): string[] {
  if (rows.length === 0) return []
  // Settings > Import does not list the checks of a command.
  const place =
    phase === 'check' ? 'Add --notes FILE.csv to save all of them.' : 'Settings > Import shows all of them.'
  const isMore = total !== String(rows.length)
  return [
    phase === 'undo' ? 'What was edited or used since stays:' : '',
    ...rows.map(({ about, detail }) => `- ${about}: ${detail}`),
    ...(isMore && file === undefined ? [`There are ${total} notes. ${place}`] : []),
    ...(file === undefined ? [] : [`All notes are in ${file}.`]),
  ]
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
