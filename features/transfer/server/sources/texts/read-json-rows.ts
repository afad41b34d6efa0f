import { Readable } from 'node:stream'
import { parser } from 'stream-json'
import { SourceError, type SourceFile } from '../source.ts'
import { cleanText, decodeText, detachText } from './decode-text.ts'

export type JsonValue = string | number | boolean | null
/** An object of a table: its members that are no objects and no arrays */
export type JsonRow = { table: string; values: Map<string, JsonValue>; tooLong: string[] }

const limits = {
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
 * `{"db":[{"data":{"posts":[{...}]}}]}`.
 */
export function readJsonRows(
  file: SourceFile,
  tables: ReadonlySet<string>,
): { rows: AsyncIterable<JsonRow>; isDamaged(): boolean } {
  const { chunks, isDamaged } = decodeText(file)
  async function* read() {
    // Texts come in pieces, so that a huge one is dropped before it is in memory.
    const options = { packValues: false, streamValues: true }
    const source = Readable.from(chunks)
    const tokens = source.pipe(parser.asStream(options))
    source.on('error', (error) => tokens.destroy(error))
    const builder = createBuilder(tables)
    try {
      for await (const token of tokens) {
        const row = builder.add(token)
        if (row) yield row
      }
    } catch (cause) {
      if (cause instanceof SourceError) throw cause
      const damaged =
        'This JSON file is incomplete or damaged. Export or copy it again completely and try again.'
      throw new SourceError(damaged, { cause })
    } finally {
      source.destroy()
    }
    builder.end()
  }
  return { rows: read(), isDamaged }
}

type Token = { name: string; value?: unknown }

/** Makes rows of tokens. */
function createBuilder(tables: ReadonlySet<string>) {
  const rows = createRows(tables)
  const text = createText()
  let isKey = false
  const startText = (asKey: boolean) => {
    isKey = asKey
    text.start()
  }
  const addText = (piece: string) => {
    if (isKey) text.add(piece, limits.key)
    else if (rows.isAtMember()) rows.count(text.add(piece, limits.text, rows.left()))
  }
  const actions: Record<string, (value: unknown) => void> = {
    startObject: () => rows.open(false),
    startArray: () => rows.open(true),
    startKey: () => startText(true),
    endKey: () => rows.setKey(text.read() ?? ''),
    startString: () => startText(false),
    stringChunk: (value) => addText(value as string),
    endString: () => rows.setValue(text.read()),
    startNumber: () => startText(false),
    numberChunk: (value) => addText(value as string),
    endNumber: () => {
      const digits = text.read()
      rows.setValue(digits === undefined ? undefined : Number(digits))
    },
    nullValue: () => rows.setValue(null),
    trueValue: () => rows.setValue(true),
    falseValue: () => rows.setValue(false),
  }
  return {
    /** Returns a row when it ends. */
    add({ name, value }: Token): JsonRow | undefined {
      if (name === 'endObject' || name === 'endArray') return rows.close()
      actions[name]?.(value)
      return undefined
    },
    end: rows.end,
  }
}

/** Collects the pieces of one text. */
function createText() {
  let text = ''
  let isTooLong = false
  return {
    start() {
      text = ''
      isTooLong = false
    },
    /** Adds a piece if it fits into `max` and into what is `left` of another limit. Returns the characters added. */
    add(piece: string, max: number, left = max): number {
      if (isTooLong) return 0
      isTooLong = text.length + piece.length > max || piece.length > left
      text = isTooLong ? '' : text + piece
      return isTooLong ? 0 : piece.length
    },
    /** Returns undefined if it was too long. */
    read: () => (isTooLong ? undefined : text),
  }
}

/** The rows of the tables, and where in the file the reader is */
function createRows(tables: ReadonlySet<string>) {
  const frames: Frame[] = []
  let row: JsonRow | undefined
  /** Depth of the row that is being read */
  let rowDepth = 0
  let rowLength = 0
  /** The name of the member whose value comes next */
  let key = ''
  let wasSomethingSeen = false
  const isAtMember = () => row !== undefined && frames.length === rowDepth
  return {
    isAtMember,
    /** Characters that the row may still have */
    left: () => limits.row - rowLength,
    count(characters: number): void {
      rowLength += characters
    },
    setKey(name: string): void {
      key = name
    },
    /** Sets the value of the current member; undefined for one that was too long. */
    setValue(value: JsonValue | undefined): void {
      if (row && isAtMember() && row.values.size < limits.members) {
        if (value === undefined) row.tooLong.push(key)
        else row.values.set(key, typeof value === 'string' ? detachText(cleanText(value)) : value)
      }
      key = frames.at(-1)?.isArray ? key : ''
    },
    open(isArray: boolean): void {
      wasSomethingSeen = true
      frames.push({ isArray, key })
      key = ''
      if (frames.length > limits.depth)
        throw new SourceError('The values of this file are nested too deeply. Export it again and try again.')
      if (row || isArray) return
      const table = findTable(frames)
      if (table === undefined || !tables.has(table)) return
      row = { table, values: new Map(), tooLong: [] }
      rowDepth = frames.length
      rowLength = 0
    },
    close(): JsonRow | undefined {
      const ended = isAtMember() ? row : undefined
      frames.pop()
      if (ended) row = undefined
      return ended
    },
    end(): void {
      if (!wasSomethingSeen || frames.length > 0)
        throw new SourceError(
          'This JSON file ends in the middle. Export or copy it again completely and try again.',
        )
    },
  }
}

/** The table of an object that has just started: an element of an array in `data` */
function findTable(frames: Frame[]): string | undefined {
  const [, table, data] = frames.toReversed()
  return table?.isArray && data?.key === 'data' && !data.isArray ? table.key : undefined
}
