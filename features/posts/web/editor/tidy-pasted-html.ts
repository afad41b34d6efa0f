/**
 * Prepares pasted HTML. The Content-Security-Policy forbids inline styles, so what they say about bold and italic text
 * becomes elements, and tables get the form in which the server stores them
 * (features/posts/server/rendering/blocks/normalize-table.ts). The text editor itself wraps text, fills rows, and cuts spans.
 */
export function tidyPastedHtml(html: string): string {
  // Before the HTML is parsed, because the browser would report every style.
  const named = html
    .replaceAll(/<style\b.*?<\/style>/gis, '')
    .replaceAll(/<[a-z][^>]*\sstyle\s*=[^>]*>/gi, (tag) =>
      tag.replaceAll(/(\s)style(\s*=)/gi, '$1data-style$2'),
    )
  if (named === html && !/<table\b/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(named, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) readStyle(element)
  // The innermost tables come last, so each is flat before its outer table is.
  for (const table of [...body.querySelectorAll<HTMLTableElement>('table table')].reverse())
    table.replaceWith(...[...table.rows].flatMap((row) => [...row.cells].map(toBlock)))
  for (const table of body.querySelectorAll('table')) tidyTable(table)
  return body.innerHTML
}

/** Word processors write bold text as a style. Google Docs wraps everything in a `b` whose style says that it is not. */
function readStyle(element: HTMLElement): void {
  const style = element.dataset.style ?? ''
  delete element.dataset.style
  const weight = /(?:^|;)\s*font-weight\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  if (/^(?:b|strong)$/i.test(element.tagName) && (weight === 'normal' || weight === '400'))
    element.replaceWith(...element.childNodes)
  if (element.tagName !== 'SPAN') return
  if (weight === 'bold' || Number(weight) >= 600) wrapContent(element, 'strong')
  if (/(?:^|;)\s*font-style\s*:\s*italic/i.test(style)) wrapContent(element, 'em')
}

function tidyTable(table: HTMLTableElement): void {
  const { caption } = table
  if (caption) table.before(rename(caption, 'p'))
  for (const column of table.querySelectorAll('colgroup, col')) column.remove()
  for (const cell of table.querySelectorAll('thead td')) rename(cell, 'th')
  for (const code of table.querySelectorAll('pre')) rename(code, 'p')
  for (const heading of table.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    wrapContent(heading, 'strong')
    rename(heading, 'p')
  }
}

function wrapContent(element: Element, name: string): void {
  const wrapper = document.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
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
