import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type ImportCounts,
  importFormatLabels,
  importOptions,
  type SiteImport,
} from '../../contracts/imports.ts'
import { connect } from '../db/connect.ts'
import { openDatabaseBesideApp } from '../db/open-database.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { openMediaStore } from '../media/store.ts'
import { StartError } from '../start-error.ts'
import { runCommandImport } from '../transfer/command-import.ts'
import { listImportNotes } from '../transfer/site-imports.ts'
import { runCommand } from './run-command.ts'

const usage = [
  'Usage: npm run import -- FILE [--uploads ZIP] [--old-address URL] [--check] [--drafts]',
  '       npm run import -- --undo NUMBER',
].join('\n')

/** Ms between two lines about the progress */
const progressMs = 5000
const printedNotes = 20

const countLabels: [keyof ImportCounts, string][] = [
  ['posts', 'posts'],
  ['pages', 'pages'],
  ['drafts', 'of them drafts'],
  ['pictures', 'images'],
  ['files', 'files'],
  ['redirects', 'redirects from old addresses'],
  ['menus', 'menus, as a draft'],
  ['people', 'people'],
  ['subscribers', 'subscribers'],
  ['others', 'other things'],
  ['unchanged', 'unchanged, because they were imported before'],
  ['missingPictures', 'images that are missing'],
  ['problems', 'that could not be imported'],
]

// Imports a file of another system. The app may be running.
await runCommand(async ({ config, log, args }) => {
  const task = readArguments(args)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const database = await openDatabaseBesideApp(config, log)
  const { connectionString } = database
  try {
    await prepareDatabase(connectionString)
    const connection = connect({ connectionString, poolSize: 3, log })
    const { db } = connection
    try {
      const media = await openMediaStore(config.mediaPlace)
      const { signal } = stopping
      let saidAt = Date.now()
      const finished = await runCommandImport(
        {
          config,
          db,
          connectionString,
          media,
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
      const notes = await listImportNotes(db, finished.id, { phase, limit: printedNotes })
      return [...describe(finished), ...describeNotes(notes.rows, notes.total)].join('\n')
    } finally {
      await connection.close()
    }
  } finally {
    await database.stop()
  }
})

function readArguments(args: string[]) {
  const { values, positionals } = parse(args)
  const { uploads, check = false, drafts = false, undo, 'old-address': oldAddress } = values
  if (undo !== undefined) {
    const others = [uploads, oldAddress].some((value) => value !== undefined) || check || drafts
    if (positionals.length > 0 || others || !/^\d{1,9}$/.test(undo)) throw new StartError(usage)
    return { undo: Number(undo) }
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new StartError(usage)
  return {
    file: resolve(file),
    uploads: uploads === undefined ? undefined : resolve(uploads),
    isCheck: check,
    options: readOptions({ status: drafts ? 'draft' : 'as-in-file', ...(oldAddress && { oldAddress }) }),
  }
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
      return ['The import is undone. What was edited or used since stays:']
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
  const lines = countLabels.flatMap(([name, label]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [`  ${format(count)} ${label}`] : []
  })
  return lines.length > 0 ? lines : ['  nothing']
}

function describeNotes(notes: { about: string; detail: string }[], total: string): string[] {
  if (notes.length === 0) return []
  const isMore = total !== String(notes.length)
  return [
    '',
    ...notes.map(({ about, detail }) => `- ${about}: ${detail}`),
    ...(isMore ? [`There are ${total} notes. Settings > Import shows all of them.`] : []),
  ]
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
