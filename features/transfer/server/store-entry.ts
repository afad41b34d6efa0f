import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isValueRefused, type Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { storeMenu } from './entries/menu.ts'
import { preparePost } from './entries/post.ts'
import { storeRedirect } from './entries/redirect.ts'
import type { EntryResult, ImportRun, StoreEntry } from './import-run.ts'
import { toPathHere } from './redirects/redirect-address.ts'
import type { SourceEntry } from './sources/source.ts'

export type EntryWork = {
  run: ImportRun
  log?: { error(fields: object, message: string): void } | undefined
}

/**
 * Prepares an entry for its transaction. An entry that fails for an unknown reason gets a note, so that it does not hold
 * up the others.
 */
export async function readyEntry(work: EntryWork, entry: SourceEntry): Promise<StoreEntry> {
  const store = await prepareOrFail(work, entry)
  return (tx) => storeOrRefuse(tx, entry, store)
}

async function prepareOrFail({ run, log }: EntryWork, entry: SourceEntry): Promise<StoreEntry> {
  for (;;)
    try {
      return await prepareEntry(run, entry)
    } catch (error) {
      if (run.signal.aborted || isDatabaseAway(error)) throw error
      if (error instanceof RequestProblem && error.retryAfterSeconds !== undefined) {
        await sleep(1000 * error.retryAfterSeconds, undefined, { signal: run.signal })
        continue
      }
      log?.error({ err: error }, 'an entry of an import failed')
      return async () =>
        refuse(entry, 'It could not be imported because of an error on our end. See the server log.')
    }
}

/**
 * Does what is too slow for a transaction, such as storing pictures, so that it can be repeated after a crash. The
 * function that it returns does the rest, once. A dry run calls both, too.
 */
async function prepareEntry(run: ImportRun, entry: SourceEntry): Promise<StoreEntry> {
  switch (entry.type) {
    case 'post':
      return preparePost(run, entry)
    case 'redirect': {
      const to = toPathHere(entry.to.trim(), [run.publicUrl, run.source.siteUrl])
      return (tx) => storeRedirect(tx, { from: entry.from, target: { to }, importId: run.importId })
    }
    case 'menu':
      return (tx) => storeMenu(tx, run, entry)
    case 'problem':
      return async () => ({ counts: {}, notes: [entry.note] })
  }
}

/** Stores an entry, or none of it if the database cannot hold a value in it. */
async function storeOrRefuse(tx: Queryable, entry: SourceEntry, store: StoreEntry): Promise<EntryResult> {
  try {
    return await tx.transaction(store)
  } catch (error) {
    if (!isValueRefused(error)) throw error
    return refuse(entry, 'It was left out, because a value in it is too long to be stored.')
  }
}

const refuse = (entry: SourceEntry, detail: string): EntryResult => ({
  counts: { problems: 1 },
  notes: [{ about: entry.type === 'post' ? entry.title : entry.type, detail }],
})
