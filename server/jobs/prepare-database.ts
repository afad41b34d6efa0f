import { migrate } from '../db/migrate.ts'
import { prepareJobs } from './create-queues.ts'

/** Brings the database and its job queues up to date. */
export function prepareDatabase(connectionString: string): Promise<void> {
  return migrate(connectionString, prepareJobs)
}
