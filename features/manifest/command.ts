import type { Config } from '../../core/config.ts'
import type { Database } from '../../core/server/db/connect.ts'
import type { openDatabaseBesideApp } from '../../core/server/db/open-database.ts'
import type { JobPlan } from '../../core/server/jobs/queue.ts'
import type { Feature } from './feature.ts'
import type { SitePage } from './site-page.ts'

/** A command for the operator. Returns its message, or throws `StartError` with a plain sentence. */
export type Command<More = unknown> = (context: CommandContext & More) => Promise<string>

/** A command of a feature, such as `npm run export`, which gets what the app has */
export type FeatureCommand = Command<{
  features: Feature[]
  sitePages: SitePage[]
  jobPlans: JobPlan[]
}>

type CommandContext = {
  config: Config
  log: CommandLog
  args: string[]
  /** Opens the database until the command ends and returns its connection string. By default, the app may be running. */
  open(how?: typeof openDatabaseBesideApp): Promise<string>
  /** A pool of connections that ends with the command */
  connect(connectionString: string, poolSize: number): Database
}

export type CommandLog = {
  info(message: string): void
  warn(fields: object | string, message?: string): void
}
