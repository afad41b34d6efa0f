import { Readable } from 'node:stream'
import { parser } from 'stream-json'
import type { SourceFile } from '../source.ts'
import { SourceError } from '../source-error.ts'
import { cleanText, decodeText, detachText } from './decode-text.ts'

export type JsonValue = string | number | boolean | null
/** An object of a table: its members that are no objects and no arrays */
export type JsonRow = { table: string; values: Map<string, JsonValue>; tooLong: string[] }

export const jsonLimits = {
  depth: 50,
  /** Characters of one text */
  text: 8_000_000,
  /** Characters of one row */
  row: 24_000_000,
  key: 200,
  /** Members of a row */
  members: 1000,
}

type Frame = { isArray: boolean; key: string }

/**
 * Reads a JSON file of any size, and yields the objects of the arrays in `data`, as in
 * `{"db":[{"data":{"posts":[{...}]}}]}`. The row of the table `meta` is the object of that name next to `data`.
 */
export async function* readJsonRows(
  file: SourceFile,
  tables: ReadonlySet<string>,
  signal?: AbortSignal,
): AsyncGenerator<JsonRow, { isDamaged: boolean }> {
  const { chunks, isDamaged } = decodeText(await file.open())
  // Texts come in pieces, so that a huge one is dropped before it is in memory.
  const options = { packValues: false, streamValues: true }
  const source = Readable.from(chunks)
  const tokens = source.pipe(parser.asStream(options))
  source.on('error', (error) => tokens.destroy(error))
  const builder = createBuilder(tables)
  try {
    for await (const token of tokens) {
      signal?.throwIfAborted()
      const row = builder.add(token)
      if (row) yield row
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SourceError) throw error
    throw new SourceError(
      'This JSON file is incomplete or damaged. Export or copy it again completely and try again.',
      {
        cause: error,
      },
    )
  } finally {
    source.destroy()
  }
  builder.end()
  return { isDamaged: isDamaged() }
}

type Token = { name: string; value?: unknown }

function createBuilder(tables: ReadonlySet<string>) {
  const frames: Frame[] = []
  let row: JsonRow | undefined
  /** Depth of the row that is being read */
  let rowDepth = 0
  let rowLength = 0
  /** The name of the member whose value comes next */
  let key = ''
  let text = ''
  let isKey = false
  let isTooLong = false
  let wasSomethingSeen = false

  function open(isArray: boolean): void {
    wasSomethingSeen = true
    frames.push({ isArray, key })
    key = ''
    if (frames.length > jsonLimits.depth)
      throw new SourceError('The values of this file are nested too deeply. Export it again and try again.')
    if (row || isArray) return
    const table = findTable(frames)
    if (table !== undefined && tables.has(table)) {
      row = { table, values: new Map(), tooLong: [] }
      rowDepth = frames.length
      rowLength = 0
    }
  }

  function close(): JsonRow | undefined {
    const isEndOfRow = row !== undefined && frames.length === rowDepth
    frames.pop()
    if (!isEndOfRow) return undefined
    const done = row
    row = undefined
    return done
  }

  function setValue(value: JsonValue): void {
    if (row && frames.length === rowDepth && row.values.size < jsonLimits.members) {
      if (isTooLong) row.tooLong.push(key)
      else row.values.set(key, typeof value === 'string' ? detachText(cleanText(value)) : value)
    }
    key = frames.at(-1)?.isArray ? key : ''
  }

  function startText(asKey: boolean): void {
    text = ''
    isKey = asKey
    isTooLong = false
  }

  function addText(piece: string): void {
    if (!isKey && (!row || frames.length !== rowDepth)) return
    const max = isKey ? jsonLimits.key : jsonLimits.text
    if (isTooLong) return
    if (text.length + piece.length > max || (!isKey && rowLength + piece.length > jsonLimits.row)) {
      isTooLong = true
      text = ''
    } else {
      text += piece
      if (!isKey) rowLength += piece.length
    }
  }

  return {
    /** Returns a row when it ends. */
    add({ name, value }: Token): JsonRow | undefined {
      if (name === 'startObject') open(false)
      else if (name === 'startArray') open(true)
      else if (name === 'endObject' || name === 'endArray') return close()
      else if (name === 'startKey') startText(true)
      else if (name === 'startString' || name === 'startNumber') startText(false)
      else if (name === 'stringChunk' || name === 'numberChunk') addText(value as string)
      else if (name === 'endKey') {
        key = text
        isTooLong = false
      } else if (name === 'endString') setValue(text)
      else if (name === 'endNumber') setValue(Number(text))
      else if (name === 'nullValue') setValue(null)
      else if (name === 'trueValue') setValue(true)
      else if (name === 'falseValue') setValue(false)
      return undefined
    },
    end() {
      if (!wasSomethingSeen || frames.length > 0)
        throw new SourceError(
          'This JSON file ends in the middle. Export or copy it again completely and try again.',
        )
    },
  }
}

/** The table of an object that has just started: an element of an array in `data`, or the object `meta` */
function findTable(frames: Frame[]): string | undefined {
  const [row, table, data] = frames.toReversed()
  if (row && !table?.isArray && row.key === 'meta') return 'meta'
  return table?.isArray && data?.key === 'data' && !data.isArray ? table.key : undefined
}
