import type { ExportCounts } from '../contracts/site-export.ts'
import type { Queryable } from './db/connect.ts'

/**
 * A table of the export: its headings, then the cells of each row, always in the same order. Times are ISO 8601, and
 * several words in one cell have a line each. Months are numbers, 1 for January; weekdays are numbers, 1 for Monday.
 */
export type ExportTable = {
  path: string
  /** The count that each row increases */
  counts?: keyof ExportCounts
  read(db: Queryable): AsyncGenerator<string[]>
}

export const exportBatch = 500
