import { ConfigError, readConfig } from '../../core/config.ts'
import { connect } from '../../core/server/db/connect.ts'
import { EmbeddedPostgresError } from '../../core/server/db/embedded-postgres.ts'
import { openDatabaseBesideApp } from '../../core/server/db/open-database.ts'
import { StartError } from '../../core/server/start-error.ts'
import type { Command, CommandLog } from '../../features/manifest/command.ts'

/** Runs a command and prints its result. On failure it prints one plain sentence and exits with code 1. */
export async function runCommand(command: Command, args = process.argv.slice(2)): Promise<void> {
  const log: CommandLog = {
    info: (message) => void process.stderr.write(`${message}\n`),
    warn: (fields, message) => void process.stderr.write(`${message ?? String(fields)}\n`),
  }
  const closing: (() => Promise<void>)[] = []
  try {
    const config = readConfig()
    const message = await command({
      config,
      log,
      args,
      async open(how = openDatabaseBesideApp) {
        const database = await how(config, log)
        closing.push(() => database.stop())
        return database.connectionString
      },
      connect(connectionString, poolSize) {
        const { db, close } = connect({ connectionString, poolSize, log })
        closing.push(close)
        return db
      },
    }).finally(async () => {
      for (const close of closing.reverse()) await close()
    })
    process.stdout.write(`\n${message}\n`)
  } catch (error) {
    process.stderr.write(`\n${explainError(error)}\n`)
    process.exitCode = 1
  }
}

/** The message of an error that is meant for the operator, or the stack of any other error */
export function explainError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
