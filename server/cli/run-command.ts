import { type Config, ConfigError, readConfig } from '../config.ts'
import { EmbeddedPostgresError } from '../db/embedded-postgres.ts'
import { StartError } from '../start-error.ts'

type CommandLog = { info(message: string): void; warn(fields: object | string, message?: string): void }
type Command = (context: { config: Config; log: CommandLog; args: string[] }) => Promise<string>

/** Runs a command and prints its result. On failure it prints one plain sentence and exits with code 1. */
export async function runCommand(command: Command): Promise<void> {
  const log: CommandLog = {
    info: (message) => void process.stderr.write(`${message}\n`),
    warn: (fields, message) => void process.stderr.write(`${message ?? String(fields)}\n`),
  }
  try {
    const message = await command({ config: readConfig(), log, args: process.argv.slice(2) })
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
