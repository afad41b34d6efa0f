import { TransactionRollbackError } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/** Makes changes, returns what they lead to, and undoes them. What refuses a change refuses it here, too. */
export async function tryOut<Result>(
  db: Queryable,
  change: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  await db
    .transaction(async (tx) => {
      results.push(await change(tx))
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return results[0] as Result
}
