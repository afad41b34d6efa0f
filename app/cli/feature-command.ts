import { resolve } from 'node:path'
import { runCommand } from './run-command.ts'

// Runs the command of a feature: `app/cli/feature-command.ts FILE ARGUMENTS`.
const [file = '', ...args] = process.argv.slice(2)
const { command } = await import(resolve(file))
await runCommand(command, args)
