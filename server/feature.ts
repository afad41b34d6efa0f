import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Queryable } from './db/connect.ts'
import type { App } from './http/app.ts'
import type { JobWork } from './jobs/queue.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { PersonalData } from './personal-data.ts'
import type { RestoreSteps } from './restore-steps.ts'

/**
 * What a feature adds to the server. Manifests are written with `satisfies Feature`: each part declares what it needs of
 * the app, and `features.ts` checks that the app has it.
 */
export type Feature<RouteDeps = never, JobDeps = never, Store = never> = {
  routes?: ((app: App, deps: RouteDeps) => unknown)[]
  jobs?: JobWork<JobDeps>[]
  /** Each deletes what has expired. They run every hour. */
  sweeps?: ((db: Queryable, store: Store) => Promise<void>)[]
  /** Each forgets what the privacy policy promises to forget with time. They run every day. */
  retention?: ((db: Database) => Promise<unknown>)[]
  mailHooks?: MailHooks
  /** Columns with usernames, which are replaced when the data of a user who left is deleted */
  usernameColumns?: PgColumn[]
  personal?: PersonalData
  restore?: RestoreSteps
}
