import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../bin/prepare.js'
import { startTemporaryPostgres } from './temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated database that every test database is copied from */
    templateUrl: string
  }
}

/** Starts one real Postgres for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  const postgres = await startTemporaryPostgres()
  project.provide('templateUrl', postgres.connectionString)
  return postgres.stop
}
