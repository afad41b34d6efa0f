import { ensureBuilt } from '../../bin/prepare.js'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

/** Starts one real Postgres for all browser tests. Workers copy their databases from it. */
export default async function setup(): Promise<() => Promise<void>> {
  ensureBuilt()
  const postgres = await startTemporaryPostgres()
  // Workers are separate processes and inherit this.
  process.env.TEMPLATE_URL = postgres.connectionString
  return postgres.stop
}
