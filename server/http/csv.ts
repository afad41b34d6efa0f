import { formatTimeZone } from '../../contracts/format-date.ts'

/**
 * Spreadsheets evaluate a cell that begins with one of these characters as a formula, even if the cell is quoted
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const looksLikeFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** Also cells that begin with our own apostrophes, so that `readCell` returns every cell unchanged */
const needsApostrophe = (cell: string) => looksLikeFormula.test(cell.replace(/^'+/, ''))

/** A time zone and its name for people */
type Zone = { timeZone: string; zoneName: string }
/** Heading and cell of a column */
type Column<Row> = [string, (row: Row, zone: Zone) => string]

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
  return needsApostrophe(cell) ? `'${cell}` : cell
}

/** Undoes `neutral` when one of our files is imported. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && needsApostrophe(cell) ? cell.slice(1) : cell
}
