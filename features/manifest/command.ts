import type { Config } from '../../core/config.ts'
import type { Database } from '../../core/server/db/connect.ts'
import type { openDatabaseBesideApp } from '../../core/server/db/open-database.ts'
import type { JobPlan } from '../../core/server/jobs/queue.ts'
import type { Feature } from './feature.ts'
import type { SitePage } from './site-page.ts'

/** A command for the operator, such as `npm run export`. Returns its message, or throws `StartError` with a plain sentence. */
export type Command = (context: {
  config: Config
  log: CommandLog
  args: string[]
  /** Opens the database until the command ends and returns its connection string. By default, the app may be running. */
  open(how?: typeof openDatabaseBesideApp): Promise<string>
  /** A pool of connections that ends with the command */
  connect(connectionString: string, poolSize: number): Database
  site: { features: Feature[]; sitePages: SitePage[]; jobPlans: JobPlan[] }
}) => Promise<string>

export type CommandLog = {
  info(message: string): void
  warn(fields: object | string, message?: string): void
}
