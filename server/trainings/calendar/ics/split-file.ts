/** A component of a calendar file, such as an event, with everything between its BEGIN and its END */
export type Part = { name: string; text: string; line: number; isWhole: boolean }

/**
 * Splits a file into the components of its calendars, so that a broken one doesn't spoil the others. Returns undefined if
 * the file doesn't end where its calendars do. Lines are counted from 1.
 */
export function splitFile(text: string): Part[] | undefined {
  const parts: Part[] = []
  let open: { name: string; lines: string[]; line: number; depth: number } | undefined
  let isInCalendar = false
  const close = (isWhole: boolean) => {
    if (open) parts.push({ name: open.name, text: open.lines.join('\r\n'), line: open.line, isWhole })
    open = undefined
  }
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const [, keyword = '', name = ''] = content.match(/^(BEGIN|END):\s*([\w-]+)\s*$/i) ?? []
    const begins = keyword.toUpperCase() === 'BEGIN'
    const isEvent = name.toUpperCase() === 'VEVENT'
    // An event never contains another one, so the earlier one has lost its end.
    if (begins && isEvent) close(false)
    if (begins && name.toUpperCase() === 'VCALENDAR' && !open) isInCalendar = true
    else if (begins && open) open.depth++
    else if (begins) open = { name: name.toUpperCase(), lines: [], line: index + 1, depth: 1 }
    open?.lines.push(content)
    if (keyword === '' || begins) continue
    if (open && --open.depth === 0) close(true)
    else if (!open && name.toUpperCase() === 'VCALENDAR') isInCalendar = false
  }
  return open || isInCalendar ? undefined : parts
}
