import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { transferActions } from './actions.ts'
import { readRedirects } from './export/export-redirects.ts'
import { addExportRoutes } from './export/routes.ts'
import { exportSite } from './export/run-export.ts'
import { exportJob, sweepExports } from './export/site-exports.ts'
import { importJob } from './import-steps.ts'
import { createRedirectFinder } from './redirects/find-redirect.ts'
import { addImportRoutes } from './routes.ts'
import { sweepParts } from './stored-parts.ts'
import { sweepImports } from './sweep-imports.ts'
import { continueImport } from './work-on-import.ts'

export const transfer = {
  routes: [addExportRoutes, addImportRoutes],
  jobs: [jobWork(importJob, continueImport), jobWork(exportJob, exportSite)],
  createRedirectFinder,
  sweeps: [sweepExports, sweepParts, sweepImports],
  exportTables: [{ path: 'redirects.csv', counts: 'redirects', read: readRedirects }],
  actions: transferActions,
  subjects: { import: { label: 'Import' } },
} satisfies Feature
