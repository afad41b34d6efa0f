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

/** The rows of a file with commas, semicolons or tabs, and what `neutral` has put before a cell taken away. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|""){0,4000})"|([^,;\t\r\n]*))([,;\t]|\r?\n|\r|$)/g,
  )) {
    const cell = quoted === undefined ? plain.trim().replaceAll(/^"|"$/g, '') : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(cell.replace(/^'(?=[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u, ''))
    if (end !== undefined && /[\r\n]/.test(end)) rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
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
