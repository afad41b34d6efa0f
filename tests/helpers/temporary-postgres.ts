import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobPlans } from '../../app/features.ts'
import { startEmbeddedPostgres } from '../../core/server/db/embedded-postgres.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'

/**
 * Starts a real Postgres with a migrated database in a temporary folder, `dataDir`, without fsync. `stop` deletes the
 * folder.
 */
export async function startTemporaryPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-test-'))
  // If root runs the tests, Postgres runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  const log = { info: () => {}, warn: (message: string) => void process.stderr.write(`${message}\n`) }
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durable: false })
  await prepareDatabase(postgres.connectionString, jobPlans)
  return {
    connectionString: postgres.connectionString,
    dataDir: postgres.dataDir,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
