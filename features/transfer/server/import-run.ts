import type { LRUCache } from 'lru-cache'
import type { Config } from '../../../core/config.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import type { Feature } from '../../manifest/feature.ts'
import type { MediaItem } from '../../media/contract/media.ts'
import type { MediaStore } from '../../media/server/store.ts'
import type { Editor } from '../../posts/server/writing/editor.ts'
import type { ImportCounts, ImportNote, ImportOptions } from '../contract/imports.ts'
import type { ApartSource } from './sources/source.ts'

/** Dependencies of an import, from the job or the command */
export type ImportDeps = {
  config: Pick<Config, 'dataDir' | 'publicUrl'>
  db: Database
  connectionString: string
  media: MediaStore
  features: Feature[]
  signal: AbortSignal
  log?: { error(fields: object, message: string): void } | undefined
}

export type Progress = (done: number, all: number | null) => void

/** One run of an import: what its handlers work with */
export type ImportRun = {
  /** Row of `site_imports` */
  importId: number
  options: ImportOptions
  /** The user who started the import; `id` is 0 for a command */
  editor: Editor
  source: ApartSource
  db: Database
  media: MediaStore
  /** Address of our own site */
  publicUrl: string
  /** What became of the pictures that this run has seen, by their path in the source */
  pictures: LRUCache<string, FoundPicture>
  /** Cache tags of pages that are outdated and not dropped yet */
  outdated: Set<string>
  /** Aborted when the process has to stop */
  signal: AbortSignal
}

/** A picture in our media, or a sentence about why it cannot be there. `isNew`: this import has stored it now. */
export type FoundPicture = { item: MediaItem; isNew: boolean } | { detail: string }

export type EntryResult = { counts: ImportCounts; notes: ImportNote[] }

/** Stores an entry, in the transaction that also moves the import to the next entry. */
export type StoreEntry = (tx: Queryable) => Promise<EntryResult>

export const addResults = (a: EntryResult, b: EntryResult): EntryResult => ({
  counts: addCounts(a.counts, b.counts),
  notes: [...a.notes, ...b.notes],
})

export function addCounts(a: ImportCounts, b: ImportCounts): ImportCounts {
  const sums = { ...a }
  for (const name of Object.keys(b) as (keyof ImportCounts)[]) sums[name] = (a[name] ?? 0) + (b[name] ?? 0)
  return sums
}
