import { createHash } from 'node:crypto'
import { isValueRefused, type Queryable } from '../../../db/connect.ts'
import { addResults, type EntryHandler, type EntryResult, type ImportRun } from '../../import-run.ts'
import type { CsvRow } from '../../own-format/csv-tables.ts'
import type { OwnRows } from '../../own-format/own-parts.ts'
import { findItem } from '../items.ts'
import { partKey } from './item-keys.ts'
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

export const rowsHandler: EntryHandler<OwnRows> = async (run, part) => (tx) => storeRows(tx, run, part)

async function storeRows(tx: Queryable, run: ImportRun, { table, rows }: OwnRows): Promise<EntryResult> {
  if (table === 'deletion-ledger.csv') return storeLedger(tx, rows)
  let result = imported({})
  for (const row of rows) {
    const key = rowKey(run.source, table, row)
    // The row is one of its table, which the compiler cannot follow for a union.
    const store = storeOne[table] as StoreRow<unknown>
    const known = await findItem(tx, key)
    result = addResults(
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
