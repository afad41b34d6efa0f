import type { ImportNote } from '../../contracts/imports.ts'
import { menuHandler } from './entries/menu.ts'
import { ownHandler } from './entries/own/own.ts'
import { postHandler } from './entries/post.ts'
import { redirectHandler } from './entries/redirect.ts'
import type { EntryHandler, EntryResult } from './import-run.ts'
import type { SourceEntry } from './sources/source.ts'

/** The handler of each type of entry that a source can have */
const entryHandlers: {
  [Type in SourceEntry['type']]: EntryHandler<Extract<SourceEntry, { type: Type }>>
} = {
  post: postHandler,
  redirect: redirectHandler,
  menu: menuHandler,
  own: ownHandler,
  problem: {
    check: async (_, { note }) => reportProblem(note),
    prepare:
      async (_, { note }) =>
      async () =>
        reportProblem(note),
  },
}

export function getHandler(entry: SourceEntry): EntryHandler<SourceEntry> {
  // The table maps each type to its own handler, which the compiler cannot follow for a union.
  return entryHandlers[entry.type] as unknown as EntryHandler<SourceEntry>
}

const reportProblem = (note: ImportNote): EntryResult => ({ counts: {}, notes: [note] })
