import { csvLine } from '../../http/csv.ts'

/**
 * The tables of an export, with the headings of their columns. Times are ISO 8601, and several words in one cell have a
 * line each. Months are numbers, 1 for January; weekdays are numbers, 1 for Monday.
 */
export const csvTables = {
  'people.csv': [
    ...['Form', 'Received (UTC)', 'Name', 'Email', 'Phone', 'Organization', 'Industry', 'Services'],
    ...['Timeline', 'Message', 'Status', 'Tags', 'Page', 'City', 'State', 'ZIP', 'Group size', 'Topics'],
    ...['Months', 'Weekdays', 'Format', 'Plan entered by', 'Plan changed (UTC)'],
  ],
  'notes.csv': ['Email', 'Written (UTC)', 'Written by', 'Note'],
  'subscribers.csv': [
    ...['Email', 'Active', 'How often', 'Subscribed (UTC)', 'Asked (UTC)', 'Consent', 'Page', 'Left (UTC)'],
    'Reason',
  ],
  'guests.csv': ['Kind', 'Address', 'Email'],
  'deletion-ledger.csv': [...['Key', 'Address hash', 'Erased until (UTC)', 'Deleted (UTC)', 'Noted (UTC)']],
  'redirects.csv': ['From', 'To'],
} as const

export type CsvTable = keyof typeof csvTables
export type CsvRow<Table extends CsvTable> = Record<(typeof csvTables)[Table][number], string>

/** Writes a table, line by line. */
export async function* writeCsvTable<Table extends CsvTable>(
  table: Table,
  rows: AsyncIterable<CsvRow<Table>>,
): AsyncGenerator<string> {
  const headings: readonly string[] = csvTables[table]
  yield csvLine([...headings])
  for await (const row of rows) {
    const cells: Record<string, string> = row
    yield csvLine(headings.map((heading) => cells[heading] ?? ''))
  }
}
