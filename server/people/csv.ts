import type { Entry } from '../../contracts/people.ts'

const columns: [string, (entry: Entry) => string][] = [
  ['Form', (entry) => entry.form],
  ['Received', (entry) => entry.createdAt],
  ['Name', (entry) => entry.name],
  ['Email', (entry) => entry.email],
  ['Phone', (entry) => entry.phone],
  ['Organization', (entry) => entry.company],
  ['Industry', (entry) => entry.industry],
  ['Services', (entry) => entry.services.join(', ')],
  ['Timeline', (entry) => entry.timeline],
  ['Message', (entry) => entry.message],
  ['Status', (entry) => entry.status],
  ['Tags', (entry) => entry.tags.join(', ')],
  ['Page', (entry) => entry.source],
]

export const csvHead = csvLine(columns.map(([name]) => name))

export function csvLines(entries: Entry[]): string {
  return entries.map((entry) => csvLine(columns.map(([, read]) => read(entry)))).join('')
}

/** RFC 4180. */
export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => `"${neutral(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/**
 * Spreadsheets take a cell that begins with one of these for a formula, whatever its quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function neutral(cell: string): string {
  return /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell
}
