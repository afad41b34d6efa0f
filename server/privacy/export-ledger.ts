import type { Queryable } from '../db/connect.ts'
import { readLedger } from './deletion-ledger.ts'

export async function* readLedgerRows(db: Queryable): AsyncGenerator<string[]> {
  yield ['Key', 'Address hash', 'Erased until (UTC)', 'Deleted (UTC)', 'Noted (UTC)']
  const { key = '', rows = [] } = (await readLedger(db)) ?? {}
  for (const { addressHash, erasedUntil, deletedAt, notedAt } of rows)
    yield [key, addressHash, erasedUntil ?? '', deletedAt ?? '', notedAt]
}
