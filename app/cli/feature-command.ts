import type { FeatureCommand } from '../../features/manifest/command.ts'
import { features, jobPlans, sitePages } from '../features.ts'
import { runCommand } from './run-command.ts'

// Runs the command of a feature: `app/cli/feature-command.ts FILE ARGUMENTS`.
const [file, ...args] = process.argv.slice(2)
const { command }: { command: FeatureCommand } = await import(`../../${file}`)
await runCommand((context) => command({ ...context, features, sitePages, jobPlans }), args)
