import { type Options, parse } from 'csv-parse/sync'
import { isEmailAddress } from '../../../core/contract/email.ts'
import { readCell } from '../../../core/server/http/csv.ts'
import {
  type EndReason,
  endReasonLabels,
  endReasons,
  frequencies,
  frequencyLabels,
} from '../contract/newsletter.ts'

export type ListedPerson = {
  email: string
  isActive: boolean
  /** Empty if the list has no such column */
  consent: string
  frequency: (typeof frequencies)[number]
  subscribedAt: Date | undefined
  endedAt: Date | undefined
  endReason: EndReason
}

/**
 * A line that is skipped: it has no valid address, or the header says who is subscribed and the line has more or fewer
 * cells than the header. `line` is counted from 1.
 */
export type BadLine = { line: number; text: string; reason: 'address' | 'columns' }

type Row = { cells: string[]; line: number }

const delimiters = ['\t', ';', ','] as const
/** Max lines that are searched to find the delimiter */
const sampleLines = 100
const maxTextLength = 60

/**
 * Reads email addresses from any common format: a list of addresses, text copied from an email app, or a CSV file with
 * or without a header row and with columns in any order. A person whom any line marks as unsubscribed is not active,
 * because one email too few is better than an email to someone who unsubscribed.
 */
export function readSubscriberList(text: string): { people: ListedPerson[]; badLines: BadLine[] } {
  const rows = readRows(text)
  const header = findHeader(rows)
  const badLines: BadLine[] = []
  const people = new Map<string, ListedPerson>()
  const unclear = new Set<string>()
  for (const row of header ? rows.slice(1) : rows) {
    if (header) dropEmptyEnd(row.cells, header.names.length)
    // A row with more or fewer cells than the header was split in the wrong places, so its positions mean nothing.
    const columns = header?.names.length === row.cells.length ? header : undefined
    const emails = columns ? addressesIn(row.cells[columns.emailAt] ?? '') : row.cells.flatMap(addressesIn)
    if (emails.length === 0) {
      const shown = (columns && row.cells[columns.emailAt]) || row.cells.join(', ')
      badLines.push({ line: row.line, text: shorten(shown), reason: 'address' })
    }
    const read = (name: string) => (columns ? (row.cells[columns.names.indexOf(name)] ?? '').trim() : '')
    const isActive = columns ? !saysInactive(columns.names, row.cells) : !row.cells.some(hasInactiveWord)
    // One of the cells may say that the person has unsubscribed, but it is unclear which.
    if (emails.length > 0 && isActive && header?.saysWhoIsActive && !columns) {
      badLines.push({ line: row.line, text: shorten(row.cells.join(', ')), reason: 'columns' })
      for (const email of emails) unclear.add(email.toLowerCase())
      continue
    }
    for (const email of emails) {
      const key = email.toLowerCase()
      const earlier = people.get(key)
      people.set(key, {
        email: earlier?.email ?? email,
        isActive: isActive && earlier?.isActive !== false,
        consent: read('consent'),
        frequency: findByLabel(frequencies, frequencyLabels, read('how often')) ?? 'all',
        subscribedAt: readTime(read('subscribed (utc)')),
        endedAt: readTime(read('left (utc)')) ?? readTime(read('left')),
        endReason: findByLabel(endReasons, endReasonLabels, read('reason')) ?? 'unsubscribed',
      })
    }
  }
  const isClear = ({ email, isActive }: ListedPerson) => !isActive || !unclear.has(email.toLowerCase())
  return { people: [...people.values()].filter(isClear), badLines }
}

/** Spreadsheets write empty cells at the end of a row. */
function dropEmptyEnd(cells: string[], length: number): void {
  while (cells.length > length && cells.at(-1)?.trim() === '') cells.pop()
}

function readRows(text: string): Row[] {
  const options: Options = {
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    info: true,
  }
  return parseRows(text, options)
    .map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => readCell(cell.replaceAll(/^\p{C}+|\p{C}+$/gu, ''))),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

type ParsedRow = { record: string[]; info: { lines: number } }

function parseRows(text: string, options: Options): ParsedRow[] {
  // The library's types do not cover the effect of `info: true`, hence the casts.
  try {
    return parse(text, options) as unknown as ParsedRow[]
  } catch {
    // An unclosed quotation mark would swallow the rest of the list, so quotation marks are read as plain characters.
    const rows = parse(text, { ...options, quote: false }) as unknown as ParsedRow[]
    return rows.map((row) => ({ ...row, record: row.record.map((cell) => cell.replaceAll(/^"|"$/g, '')) }))
  }
}

/** Finds the delimiter that most lines contain outside of quotes. Names contain commas, so a comma loses ties. */
function findDelimiter(text: string): string {
  const lines = Object.fromEntries(delimiters.map((delimiter) => [delimiter, new Set<number>()]))
  let line = 0
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') line++
    else lines[character]?.add(line)
    if (line > sampleLines) break
  }
  const count = (delimiter: string) => lines[delimiter]?.size ?? 0
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

const emailHeader = /^(e ?mail|mail)( address(es)?)?$/
const knownHeader =
  /\b(e ?mail|name|first|last|surname|phone|company|organization|active|status|subscribed|unsubscribed|consent|source|tags?|date|id)\b/

type Header = { names: string[]; emailAt: number; saysWhoIsActive: boolean }

/** The first row is a header if it has no address and at least one usual column name. */
function findHeader(rows: Row[]): Header | undefined {
  const [first, ...rest] = rows
  if (!first || first.cells.some((cell) => addressesIn(cell).length > 0)) return undefined
  const names = first.cells.map(plainWord)
  const isKnown = names.some((name) => knownHeader.test(name) || (names.length > 1 && endedHeader.test(name)))
  if (!isKnown) return undefined
  const saysWhoIsActive = names.some((name) => activeHeader.test(name) || endedHeader.test(name))
  const named = names.findIndex((name) => emailHeader.test(name))
  if (named >= 0) return { names, emailAt: named, saysWhoIsActive }
  const counts = names.map(
    (_, column) => rest.filter(({ cells }) => addressesIn(cells[column] ?? '').length > 0).length,
  )
  return { names, emailAt: counts.indexOf(Math.max(...counts)), saysWhoIsActive }
}

/** Columns whose value says that the person is on the list, and columns whose value says that they are not. */
const activeHeader =
  /\b(active|enabled|subscri|opt(ed)? ?in|confirmed|consent|permission|marketing|newsletter|mailing|wants|receives?|stat(e|us))/
const endedHeader =
  /\b(unsub|opt(ed)? ?out|left|ended|bounce|complain|suppress|removed|cleaned|inactive|disabled|blocked|unconfirmed|(do|does) ?not|don.?t|doesn.?t|dnc\b|not (subscri|active|confirmed|opted)|non ?subscri|no (longer|e ?mails?|contact)\b)/
const noWords = ['no', 'n', 'false', '0', 'off', 'none', 'never', '-']
/** Words for "no" in a row without column names. `n` is missing, because it may be a middle initial. */
const plainNo = ['no', 'false', '0']
/** Starts of cells that mark a person as unsubscribed. Anything may follow, such as a date. */
const inactiveStart =
  /^(unsub(scribed?)?|(not|non|never) ?subscribed|opt(ed)? ?out|(e ?mail |hard |soft )bounced?|bounced|cleaned|complained|suppressed|inactive|not (active|confirmed)|unconfirmed|dnc|do ?not (contact|e ?mail|mail|send))\b/
/** Also marks a person as unsubscribed. These words are common in names and texts, so only a date may follow. */
const inactiveWord =
  /^(disabled|left|removed|deleted|spam|blocked|pending|archived|invalid)\W*((on|at|since) )?\W*(\d.*)?$/

function isInactiveWord(cell: string): boolean {
  const word = plainWord(cell)
  return !isEmailAddress(cell.trim()) && (inactiveStart.test(word) || inactiveWord.test(word))
}

const plainWord = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

function saysInactive(names: string[], cells: string[]): boolean {
  return names.some((name, column) => {
    const value = plainWord(cells[column] ?? '')
    if (endedHeader.test(name)) return value !== '' && !noWords.includes(value)
    if (activeHeader.test(name) && noWords.includes(value)) return true
    return isInactiveWord(cells[column] ?? '')
  })
}

/** For a row without named columns: checks if any part of a cell says that the person is not subscribed. */
function hasInactiveWord(cell: string): boolean {
  return cell.split(/[,;\t]/).some((part) => isInactiveWord(part) || plainNo.includes(plainWord(part)))
}

/** Finds the addresses in a cell, also in the format of email apps: `Ann <ann@example.org>, bea@example.org` */
function addressesIn(cell: string): string[] {
  const whole = cell.trim()
  if (isEmailAddress(whole)) return [whole]
  return whole
    .split(/[,;\t]/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim().replace(/^mailto:/i, ''))
    .filter(isEmailAddress)
}

function findByLabel<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
  text: string,
): Value | undefined {
  const typed = text.toLowerCase()
  return values.find((value) => value === typed || labels[value].toLowerCase() === typed)
}

function readTime(text: string): Date | undefined {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) || time > new Date() ? undefined : time
}

const shorten = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}...` : text)
