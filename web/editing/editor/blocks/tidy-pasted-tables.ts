const headings = 'h1, h2, h3, h4, h5, h6'

/**
 * Prepares the tables in pasted HTML as the server would store them (server/posts/rendering/blocks/normalize-table.ts).
 * The text editor itself wraps text, fills rows, and cuts spans.
 */
export function tidyPastedTables(html: string): string {
  if (!/<table\b/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // The innermost tables come last, so each is flat before its outer table is.
  for (const table of [...body.querySelectorAll<HTMLTableElement>('table table')].reverse())
    table.replaceWith(...[...table.rows].flatMap((row) => [...row.cells].map(toBlock)))
  for (const table of body.querySelectorAll('table')) {
    const { caption } = table
    if (caption) table.before(rename(caption, 'p'))
    for (const column of table.querySelectorAll('colgroup, col')) column.remove()
    for (const cell of table.querySelectorAll('thead td')) rename(cell, 'th')
    for (const heading of table.querySelectorAll(headings)) {
      const strong = document.createElement('strong')
      strong.append(...heading.childNodes)
      heading.append(strong)
      rename(heading, 'p')
    }
    for (const code of table.querySelectorAll('pre')) rename(code, 'p')
  }
  return body.innerHTML
}

function toBlock(cell: HTMLTableCellElement): HTMLElement {
  const block = document.createElement('div')
  block.append(...cell.childNodes)
  return block
}

function rename(element: Element, name: string): Element {
  const renamed = document.createElement(name)
  for (const span of ['colspan', 'rowspan']) {
    const value = element.getAttribute(span)
    if (value !== null) renamed.setAttribute(span, value)
  }
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
