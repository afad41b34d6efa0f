import { createInterface } from 'node:readline/promises'
import { runCommand } from '../app/cli/run-command.ts'
import { openClient } from '../core/server/db/connect.ts'
import { findRunningPostgres } from '../core/server/db/embedded-postgres.ts'
import { openDatabase } from '../core/server/db/open-database.ts'
import { StartError } from '../core/server/start-error.ts'

// `npm run db:reset` empties the database after a confirmation, or right away with `--yes`.
await runCommand(async ({ config, log, open, args }) => {
  if (!config.databaseUrl && findRunningPostgres({ dataDir: config.dataDir, log }))
    throw new StartError('The app is running. Stop it first (Ctrl-C), then run this again.')
  const where = config.databaseUrl ? 'the database in DATABASE_URL' : `the database in ${config.dataDir}`
  if (
    !args.includes('--yes') &&
    !(await confirm(`This deletes everything in ${where}. Type yes to continue: `))
  )
    return 'Nothing was changed. (--yes skips this question.)'

  const client = await openClient(await open(openDatabase))
  await client
    .query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
    .finally(() => client.end())
  return 'The database is empty. The next start sets it up again.'
})

/** Asks the operator to type "yes". Without a terminal, the answer counts as no. */
async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(question), closed])
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}
