import { personDeletions } from '../db/schema/privacy.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { dataLinkJob, dataLinkMailHooks, sendDataLink, sweepDataLinks } from './data-links.ts'
import { readLedgerRows } from './export-ledger.ts'
import { applyRetention, retentionJob } from './retention.ts'
import { addDataRoutes, addPersonRoutes } from './routes.ts'

export const privacy = {
  routes: [addPersonRoutes, addDataRoutes],
  jobs: [jobWork(retentionJob, applyRetention), jobWork(dataLinkJob, sendDataLink)],
  retention: [sweepDataLinks],
  mailHooks: dataLinkMailHooks,
  usernameColumns: [personDeletions.deletedBy],
  exportTables: [{ path: 'deletion-ledger.csv', read: readLedgerRows }],
} satisfies Feature
