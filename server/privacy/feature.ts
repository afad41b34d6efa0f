import type { Database } from '../db/connect.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { dataLinkJob, dataLinkMailHooks, sendDataLink } from './data-links.ts'
import { addDataRoutes } from './data-routes.ts'
import { readLedgerRows } from './export-ledger.ts'
import { addPersonRoutes } from './person-routes.ts'
import { applyRetention, retentionJob } from './retention.ts'

export const privacy = {
  routes: [addPersonRoutes, addDataRoutes],
  jobs: [
    jobWork(retentionJob, ({ db }: { db: Database }) => applyRetention(db)),
    jobWork(dataLinkJob, sendDataLink),
  ],
  mailHooks: dataLinkMailHooks,
  exportTables: [{ path: 'deletion-ledger.csv', read: readLedgerRows }],
} satisfies Feature
