import { formatTimeZone } from '../../contract/format-date.ts'

/**
 * Spreadsheets evaluate a cell that begins with one of these characters as a formula, even if the cell is quoted
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const looksLikeFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** Also cells that begin with our own apostrophes, so that `readCell` returns every cell unchanged */
const needsApostrophe = (cell: string) => looksLikeFormula.test(cell.replace(/^'+/, ''))

type Zone = { timeZone: string; zoneName: string }
/** Heading and cell of a column */
type Column<Row> = [string, (row: Row, zone: Zone) => string]

/** Writes a CSV file of batches of rows, in pieces, with times in a time zone. The first piece has the first batch. */
export type WriteCsv<Row> = (batches: AsyncIterable<Row[]>, timeZone: string) => AsyncGenerator<string>

export function createCsv<Row>(columns: Column<Row>[]): WriteCsv<Row> {
  return async function* write(batches, timeZone) {
    const zone = { timeZone, zoneName: formatTimeZone(timeZone) }
    let head = csvLine(columns.map(([heading]) => heading))
    for await (const rows of batches) {
      yield head + rows.map((row) => csvLine(columns.map(([, read]) => read(row, zone)))).join('')
      head = ''
    }
    if (head !== '') yield head
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
