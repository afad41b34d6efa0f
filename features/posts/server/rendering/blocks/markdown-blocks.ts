import type TurndownService from 'turndown'

/**
 * Adds a rule for tables. Markdown has tables whose first row is the head and whose cells have one line, so other tables
 * are written as HTML, which Markdown allows.
 */
export function addTableRule(turndown: TurndownService): void {
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_, node) => {
      const table = node as HTMLTableElement
      return `\n\n${writeMarkdownTable(table, turndown) ?? toOneLine(table.outerHTML)}\n\n`
    },
  })
}

/** Undefined if the table has no form in Markdown */
function writeMarkdownTable(table: HTMLTableElement, turndown: TurndownService): string | undefined {
  // The lists of turndown's DOM are no iterables.
  const rows = Array.from(table.querySelectorAll('tr')).map(
    (row) => Array.from(row.children) as HTMLElement[],
  )
  const [head = [], ...body] = rows
  const isPlain = (cell: HTMLElement) =>
    !cell.hasAttribute('colspan') &&
    !cell.hasAttribute('rowspan') &&
    cell.children.length === 1 &&
    cell.firstElementChild?.nodeName === 'P'
  const fits =
    head.every((cell) => cell.nodeName === 'TH') &&
    body.every((cells) => cells.length === head.length && cells.every((cell) => cell.nodeName === 'TD')) &&
    rows.flat().every(isPlain)
  if (!fits) return undefined
  const lines: string[] = []
  for (const [index, cells] of rows.entries()) {
    const texts = cells.map((cell) => writeCell(cell, turndown))
    // A cell that would not come back as it is makes the whole table HTML.
    if (texts.includes(undefined)) return undefined
    lines.push(`| ${texts.join(' | ')} |`)
    if (index === 0) lines.push(`| ${cells.map(() => '---').join(' | ')} |`)
  }
  return lines.join('\n')
}

function writeCell(cell: HTMLElement, turndown: TurndownService): string | undefined {
  const html = cell.firstElementChild?.innerHTML ?? ''
  if (/<br|<img|<code/.test(html)) return undefined
  const text = turndown.turndown(html)
  return text.includes('\n') ? undefined : text.replaceAll('|', '\\|')
}

/** HTML in Markdown ends at an empty line, so line breaks are written as entities. */
const toOneLine = (html: string) => html.replaceAll('\n', '&#10;')
