import { createHash } from 'node:crypto'
import { isValueRefused, type Queryable } from '../../../db/connect.ts'
import type { EntryHandler, EntryResult, ImportRun } from '../../import-run.ts'
import { addCounts } from '../../import-run.ts'
import type { CsvRow } from '../../own-format/csv-tables.ts'
import type { OwnRows } from '../../own-format/own-parts.ts'
import { findItem } from '../items.ts'
import { partKey } from './names.ts'
import { imported, refused, unchanged } from './results.ts'
import {
  type StoreRow,
  storeGuest,
  storeLedger,
  storeNote,
  storePerson,
  storeSubscriber,
} from './store-rows.ts'

/** Stores one row each; the ledger is stored as a whole. */
const storeOne = {
  'people.csv': storePerson,
  'notes.csv': storeNote,
  'subscribers.csv': storeSubscriber,
  'guests.csv': storeGuest,
} as const satisfies { [Table in Exclude<OwnRows['table'], 'deletion-ledger.csv'>]: StoreRow<CsvRow<Table>> }

export const rowsHandler: EntryHandler<OwnRows> = {
  async check({ source, db }, { table, rows }) {
    if (table === 'deletion-ledger.csv') return imported({ others: rows.length })
    let result = imported({})
    for (const row of rows) {
      const known = await findItem(db, rowKey(source, table, row))
      result = add(result, known ? unchanged() : imported(countsOf[table]))
    }
    return result
  },
  prepare: async (run, part) => (tx) => storeRows(tx, run, part),
}

const countsOf = {
  'people.csv': { people: 1 },
  'notes.csv': { others: 1 },
  'subscribers.csv': { subscribers: 1 },
  'guests.csv': { others: 1 },
}

async function storeRows(tx: Queryable, run: ImportRun, { table, rows }: OwnRows): Promise<EntryResult> {
  if (table === 'deletion-ledger.csv') return storeLedger(tx, rows)
  let result = imported({})
  for (const row of rows) {
    const key = rowKey(run.source, table, row)
    // The row is one of its table, which the compiler cannot follow for a union.
    const store = storeOne[table] as StoreRow<unknown>
    const known = await findItem(tx, key)
    result = add(
      result,
      known ? unchanged() : await storeOrRefuse(tx, table, (inner) => store(inner, run, row, key)),
    )
  }
  return result
}

/** A row that the database cannot hold must not take the others with it. */
async function storeOrRefuse(
  tx: Queryable,
  table: OwnRows['table'],
  store: (tx: Queryable) => Promise<EntryResult>,
): Promise<EntryResult> {
  try {
    return await tx.transaction(store)
  } catch (error) {
    if (!isValueRefused(error)) throw error
    return refused(table, 'A row was left out, because a text in it is too long to be stored.')
  }
}

const rowKey = (source: ImportRun['source'], table: string, row: unknown) =>
  partKey(source, `${table}:${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`)

const add = (a: EntryResult, b: EntryResult): EntryResult => ({
  counts: addCounts(a.counts, b.counts),
  notes: [...a.notes, ...b.notes],
})
