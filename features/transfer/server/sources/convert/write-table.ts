import { tableLimits } from '../../../../posts/contract/post-blocks.ts'
import { type Element, findName, isElement } from '../../../../posts/server/rendering/blocks/html-tree.ts'
import type { Conversion } from './conversion.ts'
import { writeEmphasis } from './write-parts.ts'

/** Writes the rows and cells of a table. The sanitizer brings them into the form that posts store. */
export function writeTable(conversion: Conversion, table: Element): string {
  const caption = table.children.find((child) => isElement(child) && child.name === 'caption')
  const before = isElement(caption) ? writeEmphasis(conversion, caption.children, 'em') : ''
  const rows = findRows(table)
  const cells = rows.flatMap(cellsOf)
  if (cells.length > tableLimits.cells)
    conversion.note(`A table with more than ${tableLimits.cells.toLocaleString('en-US')} cells became text.`)
  if (isForLayout(rows) || isNested(cells) || cells.length > tableLimits.cells)
    return before + cells.map((cell) => conversion.write(cell.children)).join('')
  const written = rows
    .map((row) =>
      cellsOf(row)
        .map((cell) => writeCell(conversion, cell, row))
        .join(''),
    )
    .filter((row) => row !== '')
  if (written.length === 0) return before
  const body = `<table><tbody>${written.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
  return before + body
}

/** The rows of this table, without those of a table in a cell. The rows of `tfoot` may come first in old HTML. */
function findRows(table: Element): Element[] {
  const parts = table.children.filter(isElement)
  const isFoot = ({ name }: Element) => name === 'tfoot'
  return [...parts.filter((part) => !isFoot(part)), ...parts.filter(isFoot)].flatMap((part) => {
    if (part.name === 'tr') return [part]
    const isHead = part.name === 'thead'
    return ['thead', 'tbody', 'tfoot'].includes(part.name)
      ? part.children
          .filter(isElement)
          .filter(({ name }) => name === 'tr')
          .map((row) => (isHead ? { ...row, attributes: { ...row.attributes, 'data-head': '' } } : row))
      : []
  })
}

const cellsOf = (row: Element): Element[] =>
  row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th')

/** Old pages use tables with one cell in a row to place things, but never with headers. */
function isForLayout(rows: Element[]): boolean {
  const hasHeader = rows.some(
    (row) => 'data-head' in row.attributes || cellsOf(row).some(({ name }) => name === 'th'),
  )
  return rows.length === 0 || (!hasHeader && rows.every((row) => cellsOf(row).length <= 1))
}

const isNested = (cells: Element[]) => cells.some((cell) => findName(cell, 'table'))

function writeCell(conversion: Conversion, cell: Element, row: Element): string {
  const name = cell.name === 'th' || 'data-head' in row.attributes ? 'th' : 'td'
  const spans = (['colspan', 'rowspan'] as const)
    .filter((span) => /^\d{1,3}$/.test(cell.attributes[span] ?? ''))
    .map((span) => ` ${span}="${cell.attributes[span]}"`)
    .join('')
  return `<${name}${spans}>${conversion.write(cell.children)}</${name}>`
}
