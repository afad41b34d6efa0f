import type { Queryable } from './db/connect.ts'
import type { App } from './http/app.ts'
import type { JobWork } from './jobs/queue.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { TodayPart, TodayReader } from './today-section.ts'

/**
 * What a feature adds to the server. Manifests are written with `satisfies Feature`: each part declares what it needs of
 * the app, and `features.ts` checks that the app has it.
 */
export type Feature<RouteDeps = never, JobDeps = never, Store = never> = {
  routes?: ((app: App, deps: RouteDeps) => unknown)[]
  jobs?: JobWork<JobDeps>[]
  /** Each deletes what has expired. They run every hour. */
  sweeps?: ((db: Queryable, store: Store) => Promise<void>)[]
  mailHooks?: MailHooks
  today?: (db: Queryable, reader: TodayReader) => Promise<TodayPart>
}
