import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { endReasons, frequencies } from '../../../contracts/newsletter.ts'
import { entryForms, entryStatuses } from '../../../contracts/people.ts'
import { postKinds } from '../../../contracts/post-kinds.ts'
import { csvLine, readCell } from '../../http/csv.ts'
import { SourceError } from '../sources/source-error.ts'

/** A cell that may be empty */
const text = z.string()
const time = z.iso.datetime()
const timeOrNone = z.union([z.literal(''), time])
/** Several words in one cell, a line each */
const lines = z.string()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The tables of an export: the heading of each column, and what its cells hold */
export const csvTables = {
  'people.csv': z.strictObject({
    Form: z.enum(entryForms),
    'Received (UTC)': time,
    Name: text,
    Email: text,
    Phone: text,
    Organization: text,
    Industry: text,
    Services: lines,
    Timeline: text,
    Message: text,
    Status: z.enum(entryStatuses),
    Tags: lines,
    Page: text,
    // The answers to "Help us plan". Exports of earlier versions do not have them.
    City: text,
    State: text,
    ZIP: text,
    'Group size': text,
    Topics: lines,
    /** Numbers, 1 for January */
    Months: lines,
    /** Numbers, 1 for Monday */
    Weekdays: lines,
    Format: text,
    'Plan entered by': text,
    'Plan changed (UTC)': timeOrNone,
  }),
  'notes.csv': z.strictObject({
    Email: text,
    'Written (UTC)': time,
    'Written by': text,
    Note: text,
  }),
  'subscribers.csv': z.strictObject({
    Email: text,
    Active: z.enum(['yes', 'no']),
    'How often': z.enum(frequencies),
    'Subscribed (UTC)': time,
    'Asked (UTC)': timeOrNone,
    Consent: text,
    Page: text,
    'Left (UTC)': timeOrNone,
    Reason: z.union([z.literal(''), z.enum(endReasons)]),
  }),
  'guests.csv': z.strictObject({
    Kind: z.enum(postKinds),
    Address: text,
    Email: text,
  }),
  'deletion-ledger.csv': z.strictObject({
    Key: text,
    'Address hash': hash,
    'Erased until (UTC)': timeOrNone,
    'Deleted (UTC)': timeOrNone,
    'Noted (UTC)': time,
  }),
  'redirects.csv': z.strictObject({ From: text, To: text }),
} as const

export type CsvTable = keyof typeof csvTables
export type CsvRow<Table extends CsvTable> = z.output<(typeof csvTables)[Table]>

/** Writes a table, line by line. */
export async function* writeCsvTable<Table extends CsvTable>(
  table: Table,
  rows: AsyncIterable<CsvRow<Table>>,
): AsyncGenerator<string> {
  const headings = Object.keys(csvTables[table].shape)
  yield csvLine(headings)
  for await (const row of rows) {
    const cells: Record<string, string> = row
    yield csvLine(headings.map((heading) => cells[heading] ?? ''))
  }
}

/** A row of a table, or the number of a line that cannot be read */
export type ReadRow<Table extends CsvTable> = { row: CsvRow<Table> } | { badLine: number }

/** Max bytes of one line; the longest that we write is a note or a message */
const maxLineBytes = 1024 * 1024

/** Reads a table row by row, also if its columns were sorted or removed in a spreadsheet. */
export async function* readCsvTable<Table extends CsvTable>(
  table: Table,
  source: NodeJS.ReadableStream,
): AsyncGenerator<ReadRow<Table>> {
  const schema = csvTables[table]
  const parser = source.pipe(
    parse({
      bom: true,
      columns: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLineBytes,
    }),
  )
  source.once('error', (error) => parser.destroy(error))
  let line = 1
  for await (const record of explainErrors(table, parser)) {
    line++
    const cells = Object.entries(record as Record<string, string>).map(([name, cell]) => [
      name,
      readCell(cell),
    ])
    const blank = Object.fromEntries(Object.keys(schema.shape).map((heading) => [heading, '']))
    const parsed = schema.safeParse({ ...blank, ...Object.fromEntries(cells) })
    // The row was parsed by the schema of its table.
    yield parsed.success ? { row: parsed.data as CsvRow<Table> } : { badLine: line }
  }
}

/** The rest of a damaged table cannot be told from its cells, so it is no use to read on. */
async function* explainErrors(table: CsvTable, records: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* records
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new SourceError(
      `The table ${table} can’t be read at line ${cause.lines ?? 1}. Save it again as CSV, or export the site again.`,
      { cause },
    )
  }
}

export const toLines = (words: readonly string[] | null) => (words ?? []).join('\n')
export const fromLines = (cell: string) => cell.split('\n').filter((word) => word !== '')
