import { personDeletions } from '../db/schema/privacy.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { privacyActions } from './actions.ts'
import { dataLinkJob, dataLinkMailHooks, rightsMail, sendDataLink, sweepDataLinks } from './data-links.ts'
import { readLedgerRows } from './deletion-ledger.ts'
import { applyRetention, retentionJob } from './retention.ts'
import { addDataRoutes, addPersonRoutes } from './routes.ts'

export const privacy = {
  routes: [addPersonRoutes, addDataRoutes],
  jobs: [jobWork(retentionJob, applyRetention), jobWork(dataLinkJob, sendDataLink)],
  retention: [sweepDataLinks],
  mailHooks: dataLinkMailHooks,
  usernameColumns: [personDeletions.deletedBy],
  exportTables: [{ path: 'deletion-ledger.csv', read: readLedgerRows }],
  actions: privacyActions,
  mailKinds: [rightsMail],
} satisfies Feature
