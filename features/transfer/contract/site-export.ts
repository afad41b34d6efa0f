import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'

export const exportStates = ['waiting', 'running', 'finished', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** States of an export that is not over. Only one export can be in one of them. */
export const openExportStates = ['waiting', 'running'] as const satisfies ExportState[]

/** Days after which an export is deleted */
export const exportDays = 7

const exportCounts = z.catchall(
  z.object({
    posts: z.number(),
    pages: z.number(),
    pictures: z.number(),
    files: z.number(),
    redirects: z.number(),
    people: z.number(),
  }),
  // Features count further tables, by plural nouns.
  z.number(),
)
export type ExportCounts = z.infer<typeof exportCounts>

const siteExport = z.object({
  id: z.number(),
  state: z.enum(exportStates),
  /** Share that is done, in whole percent */
  percent: z.number(),
  createdAt: z.string(),
  /** Null until it is over */
  finishedAt: z.nullable(z.string()),
  /** When it will be deleted; null unless it can be downloaded */
  expiresAt: z.nullable(z.string()),
  /** Size and SHA-256 (hex) of the zip; null unless it can be downloaded */
  bytes: z.nullable(z.number()),
  sha256: z.nullable(z.string()),
  /** Counts of its content; null unless it can be downloaded */
  counts: z.nullable(exportCounts),
  /** Why it failed, in one sentence */
  problem: z.nullable(z.string()),
})
export type SiteExport = z.infer<typeof siteExport>

export const siteExportList = endpoint('GET', '/api/exports', {
  summary: 'List the exports of the site, newest first',
  description: `An export is deleted after ${exportDays} days.`,
  response: z.array(siteExport),
})

export const siteExportCreate = endpoint('POST', '/api/exports', {
  summary: 'Export the whole site',
  description:
    'Starts an export and answers 202 at once. If one is being made already, the response is that one, with status 200. Read its state until it is `finished`, then download it.',
  response: { 202: siteExport, 200: siteExport },
})

export const siteExportRead = rowEndpoint('GET', '/api/exports/:id', {
  summary: 'The state of one export',
  response: siteExport,
})

export const siteExportDelete = rowEndpoint('DELETE', '/api/exports/:id', {
  summary: 'Delete an export',
  description: `Deletes an export before its ${exportDays} days are over. Responds 409 while it is being made.`,
})
