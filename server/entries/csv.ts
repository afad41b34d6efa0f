import { formatTimeZone, isoMinute } from '../../contracts/format-date.ts'
import { type Entry, formLabels, statusLabels } from '../../contracts/people.ts'

/**
 * Spreadsheets evaluate a cell that begins with one of these characters as a formula, even if the cell is quoted
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const looksLikeFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A time zone and its name for people */
type Zone = { timeZone: string; zoneName: string }
/** Heading and cell of a column */
type Column<Row> = [string, (row: Row, zone: Zone) => string]

export const entriesCsv = createCsv<Entry>([
  ['Form', (entry) => formLabels[entry.form]],
  ['Received', (entry, { timeZone }) => isoMinute(entry.createdAt, { timeZone })],
  ['Time zone', (_entry, { zoneName }) => zoneName],
  ['Name', (entry) => entry.name],
  ['Email', (entry) => entry.email],
  ['Phone', (entry) => entry.phone],
  ['Organization', (entry) => entry.company],
  ['Industry', (entry) => entry.industry],
  ['Services', (entry) => entry.services.join(', ')],
  ['Timeline', (entry) => entry.timeline],
  ['Message', (entry) => entry.message],
  ['Status', (entry) => statusLabels[entry.status]],
  ['Tags', (entry) => entry.tags.join(', ')],
  ['Page', (entry) => entry.sourceName],
  ['Address', (entry) => entry.source],
  ['Received (UTC)', (entry) => entry.createdAt],
])

/** Returns the first line of a CSV file, and a function for the lines of its rows with times in a time zone. */
export function createCsv<Row>(columns: Column<Row>[]) {
  return {
    head: csvLine(columns.map(([heading]) => heading)),
    lines(rows: Row[], timeZone: string): string {
      const zone = { timeZone, zoneName: formatTimeZone(timeZone) }
      return rows.map((row) => csvLine(columns.map(([, read]) => read(row, zone)))).join('')
    },
  }
}

/** One line of a CSV file (RFC 4180) */
export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => `"${neutral(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function neutral(cell: string): string {
  return looksLikeFormula.test(cell) ? `'${cell}` : cell
}

/** Undoes `neutral` when one of our files is imported. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell
}
