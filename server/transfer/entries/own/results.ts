import type { ImportCounts } from '../../../../contracts/imports.ts'
import type { EntryResult } from '../../import-run.ts'

export const unchanged = (count = 1): EntryResult => ({ counts: { unchanged: count }, notes: [] })

export const imported = (counts: ImportCounts): EntryResult => ({ counts, notes: [] })

export const refused = (about: string, detail: string): EntryResult => ({
  counts: { problems: 1 },
  notes: [{ about, detail }],
})

/** For something that stays as it is here */
export const kept = (about: string, detail: string): EntryResult => ({
  counts: { unchanged: 1 },
  notes: [{ about, detail }],
})
