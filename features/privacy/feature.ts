import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { privacyPaths } from './contract/privacy-paths.ts'
import { personDeletions } from './schema.ts'
import { privacyActions } from './server/actions.ts'
import {
  dataLinkJob,
  dataLinkMailHooks,
  rightsMail,
  sendDataLink,
  sweepDataLinks,
} from './server/data-links.ts'
import { readLedgerRows } from './server/deletion-ledger.ts'
import { applyRetention, retentionJob } from './server/retention.ts'
import { addDataRoutes, addPersonRoutes } from './server/routes.ts'

export const privacy = {
  addresses: privacyPaths,
  routes: [addPersonRoutes, addDataRoutes],
  jobs: [jobWork(retentionJob, applyRetention), jobWork(dataLinkJob, sendDataLink)],
  retention: [sweepDataLinks],
  mailHooks: dataLinkMailHooks,
  usernameColumns: [personDeletions.deletedBy],
  exportTables: [{ path: 'deletion-ledger.csv', read: readLedgerRows }],
  actions: privacyActions,
  mailKinds: [rightsMail],
} satisfies Feature
