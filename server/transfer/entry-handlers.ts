import type { ImportCounts, ImportNote, ImportOptions } from '../../contracts/imports.ts'
import type { Database, Queryable } from '../db/connect.ts'
import type { MediaStore } from '../media/store.ts'
import type { Editor } from '../posts/writing/editor.ts'
import type { Source, SourceEntry } from './sources/source.ts'

/** One run of an import: what its handlers work with */
export type ImportRun = {
  /** Row of `site_imports` */
  importId: number
  options: ImportOptions
  /** The user who started the import; `id` is 0 for a command */
  editor: Editor
  source: Source
  db: Database
  media: MediaStore
  /** Aborted when the process has to stop */
  signal: AbortSignal
}

/** What became of one entry */
export type EntryResult = { counts: ImportCounts; notes: ImportNote[] }

/** Stores an entry in the transaction that also moves the import to the next entry. */
export type StoreEntry = (tx: Queryable) => Promise<EntryResult>

export type EntryHandler<Entry> = {
  /** For the dry run: finds out what `prepare` would do. Changes nothing. */
  check(run: ImportRun, entry: Entry): Promise<EntryResult>
  /**
   * Does what is too slow for a transaction, such as storing pictures, so that it can be repeated after a crash. The
   * function that it returns does the rest, once.
   */
  prepare(run: ImportRun, entry: Entry): Promise<StoreEntry>
}

/** The handler of each type of entry that a source can have */
export const entryHandlers: {
  [Type in SourceEntry['type']]?: EntryHandler<Extract<SourceEntry, { type: Type }>>
} = {
  problem: {
    check: async (_, { note }) => reportProblem(note),
    prepare:
      async (_, { note }) =>
      async () =>
        reportProblem(note),
  },
}

export function getHandler<Entry extends SourceEntry>(entry: Entry): EntryHandler<Entry> {
  // The table maps each type to its own handler, which the compiler cannot follow for a union.
  return entryHandlers[entry.type] as unknown as EntryHandler<Entry>
}

const reportProblem = (note: ImportNote): EntryResult => ({ counts: { problems: 1 }, notes: [note] })
