import { sql } from 'drizzle-orm'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { transferActions } from './server/actions.ts'
import { readRedirects } from './server/export/export-redirects.ts'
import { addExportRoutes } from './server/export/routes.ts'
import { exportSite } from './server/export/run-export.ts'
import { exportJob, sweepExports } from './server/export/site-exports.ts'
import { importJob } from './server/import-steps.ts'
import { createRedirectFinder } from './server/redirects/find-redirect.ts'
import { addImportRoutes } from './server/routes.ts'
import { sweepParts } from './server/stored-parts.ts'
import { sweepImports } from './server/sweep-imports.ts'
import { continueImport } from './server/work-on-import.ts'

export const transfer = {
  routes: [addExportRoutes, addImportRoutes],
  jobs: [jobWork(importJob, continueImport), jobWork(exportJob, exportSite)],
  createRedirectFinder,
  sweeps: [sweepExports, sweepParts, sweepImports],
  exportTables: [{ path: 'redirects.csv', counts: 'redirects', read: readRedirects }],
  actions: transferActions,
  subjects: {
    import: { label: 'Import', rows: sql`select id, files->0->>'name' as name from site_imports` },
  },
} satisfies Feature
