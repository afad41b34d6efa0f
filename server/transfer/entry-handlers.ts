import { menuHandler } from './entries/menu.ts'
import { ownHandler } from './entries/own/own.ts'
import { postHandler } from './entries/post.ts'
import { redirectHandler } from './entries/redirect.ts'
import type { EntryHandler, ImportRun, StoreEntry } from './import-run.ts'
import type { SourceEntry } from './sources/source.ts'

/** The handler of each type of entry that a source can have */
const entryHandlers: {
  [Type in SourceEntry['type']]: EntryHandler<Extract<SourceEntry, { type: Type }>>
} = {
  post: postHandler,
  redirect: redirectHandler,
  menu: menuHandler,
  own: ownHandler,
  problem:
    async (_, { note }) =>
    async () => ({ counts: {}, notes: [note] }),
}

export function prepareEntry(run: ImportRun, entry: SourceEntry): Promise<StoreEntry> {
  // The table maps each type to its own handler, which the compiler cannot follow for a union.
  const handle = entryHandlers[entry.type] as unknown as EntryHandler<SourceEntry>
  return handle(run, entry)
}
