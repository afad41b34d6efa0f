import { createRequire } from 'node:module'
import type { Options } from 'csv-parse/sync'
import { isEmailAddress } from '../../contracts/email.ts'
import {
  type EndReason,
  endReasonLabels,
  endReasons,
  frequencies,
  frequencyLabels,
} from '../../contracts/newsletter.ts'
import { readCell } from '../people/csv.ts'

const require = createRequire(import.meta.url)

/** One person of a list, with what the list says about them. */
export type ListedPerson = {
  email: string
  isActive: boolean
  /** Empty where the list has no such column. */
  consent: string
  frequency: (typeof frequencies)[number]
  subscribedAt: Date | undefined
  endedAt: Date | undefined
  endReason: EndReason
}

/** A line without a valid address; `line` is counted from 1. */
export type BadLine = { line: number; text: string }

type Row = { cells: string[]; line: number }

const delimiters = ['\t', ';', ','] as const
/** Lines that are looked at to find the delimiter. */
const sampleLines = 100
const maxTextLength = 60

/**
 * Reads addresses out of whatever people have: a list of addresses, text copied out of an email app, or a CSV file
 * with or without a header row, its columns in any order. A person whom any line marks as unsubscribed is not active,
 * because an email to somebody who left is worse than one too few.
 */
export function readSubscriberList(text: string): { people: ListedPerson[]; badLines: BadLine[] } {
  const rows = readRows(text)
  const header = findHeader(rows)
  const badLines: BadLine[] = []
  const people = new Map<string, ListedPerson>()
  for (const row of header ? rows.slice(1) : rows) {
    // A row of another length was cut at the wrong places: its cells say nothing by their position.
    const columns = header?.names.length === row.cells.length ? header : undefined
    const emails = columns ? addressesIn(row.cells[columns.emailAt] ?? '') : row.cells.flatMap(addressesIn)
    if (emails.length === 0) {
      const shown = (columns && row.cells[columns.emailAt]) || row.cells.join(', ')
      badLines.push({ line: row.line, text: shorten(shown) })
    }
    const read = (name: string) => (columns ? (row.cells[columns.names.indexOf(name)] ?? '').trim() : '')
    const isActive = columns ? !saysInactive(columns.names, row.cells) : !row.cells.some(hasInactiveWord)
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
  return { people: [...people.values()], badLines }
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
  // Loaded with the first list: a server that imports none doesn't need it.
  const { parse }: typeof import('csv-parse/sync') = require('csv-parse/sync')
  // The types know nothing of what `info: true` changes.
  try {
    return parse(text, options) as unknown as ParsedRow[]
  } catch {
    // A quotation mark that is never closed would swallow the rest of the list, so all of them are plain letters.
    const rows = parse(text, { ...options, quote: false }) as unknown as ParsedRow[]
    return rows.map((row) => ({ ...row, record: row.record.map((cell) => cell.replaceAll(/^"|"$/g, '')) }))
  }
}

/** The one that most lines contain outside of quotation marks; a tab or a semicolon before a comma, which names hold. */
function findDelimiter(text: string): string {
  const lines = Object.fromEntries(delimiters.map((one) => [one, new Set<number>()]))
  let line = 0
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') line++
    else lines[character]?.add(line)
    if (line > sampleLines) break
  }
  const count = (one: string) => lines[one]?.size ?? 0
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

const emailHeader = /^(e ?mail|mail)( address(es)?)?$/
const knownHeader =
  /\b(e ?mail|name|first|last|surname|phone|company|organization|active|status|subscribed|unsubscribed|consent|source|tags?|date|id)\b/

type Header = { names: string[]; emailAt: number }

/** A first row that holds no address and at least one usual name of a column. */
function findHeader(rows: Row[]): Header | undefined {
  const [first, ...rest] = rows
  if (!first || first.cells.some((cell) => addressesIn(cell).length > 0)) return undefined
  const names = first.cells.map((cell) =>
    cell
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ')
      .trim(),
  )
  if (!names.some((name) => knownHeader.test(name))) return undefined
  const named = names.findIndex((name) => emailHeader.test(name))
  if (named >= 0) return { names, emailAt: named }
  const counts = names.map(
    (_, at) => rest.filter(({ cells }) => addressesIn(cells[at] ?? '').length > 0).length,
  )
  return { names, emailAt: counts.indexOf(Math.max(...counts)) }
}

/** Columns whose value says that the person is on the list, and columns whose value says that they are not. */
const activeHeader =
  /\b(active|enabled|subscri|opt(ed)? ?in|confirmed|consent|permission|marketing|newsletter|mailing|wants|receives?|stat(e|us))/
const endedHeader =
  /\b(unsub|opt(ed)? ?out|left|ended|bounce|complain|suppress|removed|cleaned|inactive|blocked|do ?not|no longer)/
const noWords = ['no', 'n', 'false', '0', 'off', 'none', 'never', '-']
/** Without a column's name, an N may be a middle initial. */
const plainNo = ['no', 'false', '0']
const inactiveWords = new Set([
  ...['unsubscribed', 'unsubscribe', 'not subscribed', 'nonsubscribed', 'non subscribed', 'never subscribed'],
  ...['inactive', 'not active', 'disabled', 'opted out', 'opt out', 'left', 'removed', 'deleted', 'cleaned'],
  ...['bounced', 'email bounced', 'hard bounce', 'complained', 'spam', 'blocked', 'suppressed', 'pending'],
  ...['unconfirmed', 'not confirmed', 'archived', 'invalid'],
])

const plainWord = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

function saysInactive(names: string[], cells: string[]): boolean {
  return names.some((name, at) => {
    const value = plainWord(cells[at] ?? '')
    if (endedHeader.test(name)) return value !== '' && !noWords.includes(value)
    if (activeHeader.test(name) && noWords.includes(value)) return true
    return inactiveWords.has(value)
  })
}

/** For a row whose columns have no names: any cell may be the one that says it. */
function hasInactiveWord(cell: string): boolean {
  return cell
    .split(/[,;\t]/)
    .map(plainWord)
    .some((word) => inactiveWords.has(word) || plainNo.includes(word))
}

/** Addresses in a cell, also as email apps copy them: `Ann <ann@example.org>, bea@example.org`. */
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
  return values.find((one) => one === text.toLowerCase() || labels[one].toLowerCase() === text.toLowerCase())
}

function readTime(text: string): Date | undefined {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) || time > new Date() ? undefined : time
}

const shorten = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}...` : text)
