import { readSpan, tableLimits } from '../../../contract/post-blocks.ts'
import { createElement, type Element, isElement, type Node } from './html-tree.ts'
import { toTextBlocks } from './text-blocks.ts'

/** Number of cells in the tables of a text so far */
export type TableBudget = { cells: number }

type Cell = { name: 'th' | 'td'; colspan: number; rowspan: number; blocks: Element[] }
type Parts = { rows: Cell[][]; footer: Cell[][]; outside: Element[] }

/**
 * Returns the stored form of a table. It is rectangular: missing cells are added and spans cut, as the text editor would
 * do. A caption, or text between cells, becomes paragraphs before the table. A table that is too large becomes
 * paragraphs.
 */
export function normalizeTable(table: Element, budget: TableBudget): Node[] {
  const { rows: body, footer, outside } = readParts(table)
  const rows = body.concat(footer)
  const filled = fillGrid(rows)
  if (!filled || budget.cells + filled.cells > tableLimits.cells)
    return [...outside, ...rows.flat().flatMap(({ blocks }) => blocks)]
  if (filled.rows.length === 0) return outside
  budget.cells += filled.cells
  return [...outside, createElement('table', [createElement('tbody', filled.rows.map(writeRow))])]
}

function readParts(table: Element): Parts {
  const parts: Parts = { rows: [], footer: [], outside: [] }
  const read = (nodes: readonly Node[], part?: string) => {
    for (const node of nodes) {
      if (!isElement(node)) parts.outside.push(...toTextBlocks([node]))
      else if (/^(?:thead|tbody|tfoot)$/.test(node.name)) read(node.children, node.name)
      else if (node.name === 'tr') {
        const isCell = (child: Node): child is Element =>
          isElement(child) && (child.name === 'td' || child.name === 'th')
        parts.outside.push(...toTextBlocks(node.children.filter((child) => !isCell(child))))
        const cells = node.children.filter(isCell).map((cell) => readCell(cell, part === 'thead'))
        ;(part === 'tfoot' ? parts.footer : parts.rows).push(cells)
      } else if (node.name === 'td' || node.name === 'th') parts.rows.push([readCell(node, part === 'thead')])
      else parts.outside.push(...toTextBlocks([node]))
    }
  }
  read(table.children)
  return parts
}

function readCell(cell: Element, isInHead: boolean): Cell {
  return {
    name: isInHead || cell.name === 'th' ? 'th' : 'td',
    colspan: readSpan(cell.attributes.colspan),
    rowspan: readSpan(cell.attributes.rowspan),
    blocks: toTextBlocks(cell.children),
  }
}

/**
 * Places cells as browsers do, each in the next free slot of its row. Cuts spans that overlap a cell or leave the table,
 * and fills the free slots at the end of each row. Undefined if the table has too many columns.
 */
function fillGrid(given: readonly Cell[][]): { rows: Cell[][]; cells: number } | undefined {
  /** For each row, true at the slots that are taken */
  const taken: boolean[][] = []
  const rows: Cell[][] = []
  let width = 0
  for (const cells of given) {
    const at = rows.length
    const slots = slotsOf(taken, at)
    // A row without cells is part of the table only if a cell above reaches into it.
    if (cells.length === 0 && slots.length === 0) continue
    rows.push(cells.map((cell) => ({ ...cell, colspan: take(taken, at, cell) })))
    width = Math.max(width, slots.length)
    if (width > tableLimits.columns) return undefined
  }
  for (const [at, row] of rows.entries()) {
    for (const cell of row) cell.rowspan = Math.min(cell.rowspan, rows.length - at)
    for (let slot = 0; slot < width; slot++)
      if (!taken[at]?.[slot]) row.push({ name: 'td', colspan: 1, rowspan: 1, blocks: [] })
  }
  return { rows, cells: rows.length * width }
}

/** Marks the slots of a cell as taken and returns its `colspan`, which ends before the next taken slot. */
function take(taken: boolean[][], at: number, { colspan, rowspan }: Cell): number {
  const slots = slotsOf(taken, at)
  let start = 0
  while (slots[start]) start++
  let end = start + 1
  while (end < start + colspan && !slots[end]) end++
  for (let row = at; row < at + rowspan; row++) {
    const slotsBelow = slotsOf(taken, row)
    for (let slot = start; slot < end; slot++) slotsBelow[slot] = true
  }
  return end - start
}

function slotsOf(taken: boolean[][], row: number): boolean[] {
  taken[row] ??= []
  return taken[row]
}

function writeRow(cells: Cell[]): Element {
  return createElement(
    'tr',
    cells.map(({ name, colspan, rowspan, blocks }) =>
      createElement(name, blocks.length > 0 ? blocks : [createElement('p', [])], {
        ...(colspan > 1 && { colspan: String(colspan) }),
        ...(rowspan > 1 && { rowspan: String(rowspan) }),
      }),
    ),
  )
}
