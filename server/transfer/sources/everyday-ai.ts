import { type CsvRow, type CsvTable, csvTables, readCsvTable } from '../own-format/csv-tables.ts'
import { filePath, filesFile } from '../own-format/file-facts.ts'
import { readTextFile } from '../own-format/front-matter.ts'
import { isStorable } from '../own-format/is-storable.ts'
import { type Manifest, manifest, manifestStart } from '../own-format/manifest.ts'
import { type MediaFacts, mediaFile } from '../own-format/media-facts.ts'
import type { OwnPart, OwnRows, PictureFile } from '../own-format/own-parts.ts'
import { sectionsFile } from '../own-format/site-words.ts'
import { type FileTree, readFile } from './archives/file-tree.ts'
import type { Source, SourceEntry, SourceFile } from './source.ts'
import { SourceError } from './source-error.ts'

/** Max bytes of the files that are read as a whole */
const limits = { manifest: 100e6, facts: 200e6, text: 8e6, words: 50e6 }
/** Rows of a table that are one entry */
const batchSize = 100

const manifestName = /^(?:[^/]+\/)?site\.json$/

/** Opens an export of this software, at the top of an archive or in the only folder there. */
export async function openOwnExport(
  tree: FileTree,
  close: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Source> {
  const path = [...tree.files.keys()].filter((name) => manifestName.test(name)).sort(byLength)[0] ?? ''
  const root = path.slice(0, -'site.json'.length)
  const find = (name: string) => tree.files.get(root + name)
  const about = await readManifest(find('site.json'))
  return {
    format: 'everyday-ai',
    siteUrl: about.publicUrl,
    entries: () => readEntries({ tree, root, find, about, signal }),
    // The files of its entries are found by their paths.
    findFile: async (path) => tree.files.get(path),
    close,
  }
}

const byLength = (a: string, b: string) => a.length - b.length

async function readManifest(file: SourceFile | undefined): Promise<Manifest> {
  const json = file && (await readJson(file, limits.manifest))
  const start = manifestStart.safeParse(json)
  if (start.success && start.data.version > 1)
    throw new SourceError(
      'A newer version of this software made this export. Update this one, then try again.',
    )
  const read = manifest.safeParse(json)
  if (!read.success)
    throw new SourceError('The file site.json of this export is damaged. Export the site again.')
  return read.data
}

type Opened = {
  tree: FileTree
  root: string
  find: (name: string) => SourceFile | undefined
  about: Manifest
  signal: AbortSignal | undefined
}

async function* readEntries(opened: Opened): AsyncGenerator<SourceEntry> {
  const { tree, signal, find } = opened
  for (const note of tree.notes) yield { type: 'problem', note }
  const pictures = new Map<string, MediaFacts>()
  for await (const entry of readAll(opened, pictures)) {
    signal?.throwIfAborted()
    yield entry
  }
  const redirects = find('redirects.csv')
  if (!redirects) return
  for await (const read of readCsvTable('redirects.csv', await redirects.open()))
    if ('badLine' in read) yield badLine('redirects.csv', read.badLine)
    else yield { type: 'redirect', from: read.row.From, to: read.row.To }
}

async function* readAll(opened: Opened, pictures: Map<string, MediaFacts>): AsyncGenerator<SourceEntry> {
  yield* readPictures(opened, pictures)
  yield* readFiles(opened)
  yield* readTexts(opened, (name) => pictures.get(name))
  yield* readWords(opened)
  for (const table of rowTables) yield* readRows(opened, table)
}

async function* readPictures(
  { find }: Opened,
  pictures: Map<string, MediaFacts>,
): AsyncGenerator<SourceEntry> {
  const facts = await readParsed(find('media.json'), limits.facts, mediaFile)
  if (facts === 'damaged') return yield damaged('media.json')
  for (const one of facts ?? []) {
    pictures.set(one.name, one)
    const files = one.widths.flatMap((width) =>
      (['avif', 'webp', 'jpg'] as const).flatMap((extension): PictureFile[] => {
        const file = find(`media/${one.name}/${width}.${extension}`)
        return file ? [{ width, extension, file }] : []
      }),
    )
    if (files.length === 3 * one.widths.length) yield own({ kind: 'picture', facts: one, files })
    else yield problem(one.originalName, 'Some of its files are missing from the export, so it was left out.')
  }
}

async function* readFiles({ find }: Opened): AsyncGenerator<SourceEntry> {
  const facts = await readParsed(find('files.json'), limits.facts, filesFile)
  if (facts === 'damaged') return yield damaged('files.json')
  for (const one of facts ?? []) {
    const file = find(filePath(one))
    if (file) yield own({ kind: 'file', facts: one, file })
    else yield problem(one.originalName, 'The file is missing from the export, so it was left out.')
  }
}

/** Texts in the order of the manifest, then those that someone has added since */
async function* readTexts(
  { tree, root, find, about }: Opened,
  findPicture: (name: string) => MediaFacts | undefined,
): AsyncGenerator<SourceEntry> {
  const listed = new Set(about.texts)
  const added = [...tree.files.keys()]
    .filter((path) => path.startsWith(root))
    .map((path) => path.slice(root.length))
    .filter((path) => /^(posts|pages)\/[^/]+\.md$/.test(path) && !listed.has(path))
    .sort()
  for (const path of [...listed, ...added]) {
    const file = find(path)
    if (!file) {
      yield problem(path, 'The file is missing from the export.')
      continue
    }
    const text = readTextFile((await readFile(file, limits.text)).toString())
    if (!text || !isStorable(text)) {
      yield problem(path, 'The facts at the top of this file can’t be read. Compare it with another file.')
      continue
    }
    const { kind, slug } = text.facts
    const transcript = find(`transcripts/${kind}s/${slug}.txt`)
    yield own({
      kind: 'text',
      text,
      transcript: transcript && (await readFile(transcript, limits.text)).toString(),
      pictures: findPictures(text.body, findPicture),
    })
  }
}

/** Finds the pictures of a text, whose addresses are `media/NAME/960.jpg` in Markdown and `/media/NAME-960` in HTML. */
function findPictures(body: string, find: (name: string) => MediaFacts | undefined): MediaFacts[] {
  const names = new Set(body.match(/(?<=\bmedia\/)[0-9a-f]{32}(?=[-/])/g))
  return [...names].flatMap((name) => find(name) ?? [])
}

async function* readWords({ find }: Opened): AsyncGenerator<SourceEntry> {
  const sections = await readParsed(find('site/sections.json'), limits.words, sectionsFile)
  if (sections === 'damaged') yield damaged('site/sections.json')
  else
    for (const [section, values] of Object.entries(sections ?? {}))
      if (isStorable(values))
        yield own({ kind: 'section', section: section as keyof typeof sections, ...values })
  for (const kind of ['organization', 'topics'] as const) {
    const file = find(`site/${kind}.json`)
    const value = file && (await readJson(file, limits.words))
    if (value !== undefined && isStorable(value)) yield own({ kind, value })
  }
}

const rowTables = (Object.keys(csvTables) as CsvTable[])
  .filter((table) => table !== 'redirects.csv')
  // The ledger decides about the people that come after it.
  .sort((a, b) => Number(b === 'deletion-ledger.csv') - Number(a === 'deletion-ledger.csv'))

async function* readRows<Table extends CsvTable>(
  { find }: Opened,
  table: Table,
): AsyncGenerator<SourceEntry> {
  const file = find(table)
  if (!file) return
  let rows: CsvRow<Table>[] = []
  // The rows are those of the table, which the compiler cannot follow for a union.
  const batch = () => own({ kind: 'rows', table, rows } as unknown as OwnRows)
  for await (const read of readCsvTable(table, await file.open())) {
    if ('badLine' in read || !isStorable(read.row)) {
      yield badLine(table, 'badLine' in read ? read.badLine : 0)
      continue
    }
    rows.push(read.row)
    if (rows.length < batchSize) continue
    yield batch()
    rows = []
  }
  if (rows.length > 0) yield batch()
}

const own = (part: OwnPart): SourceEntry => ({ type: 'own', part })
const problem = (about: string, detail: string): SourceEntry => ({ type: 'problem', note: { about, detail } })
const damaged = (name: string) => problem(name, 'This file is damaged, so everything in it was left out.')
const badLine = (table: string, line: number) =>
  problem(table, `The row at line ${line} can’t be read, so it was left out.`)

async function readJson(file: SourceFile, maxBytes: number): Promise<unknown> {
  try {
    const bytes = await readFile(file, maxBytes)
    if (hasTooManyValues(bytes))
      throw new SourceError(
        `The file “${file.path}” has far more values than an export of this software. Export the site again.`,
      )
    return JSON.parse(bytes.toString())
  } catch (error) {
    if (error instanceof SourceError) throw error
    return undefined
  }
}

/** Facts of 100,000 pictures have two million commas. */
const maxValues = 5_000_000

/** Counts before parsing, because a tiny list in JSON takes many times as much memory. */
function hasTooManyValues(json: Buffer): boolean {
  let values = 0
  for (const byte of json) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values++
  return values > maxValues
}

type Schema<Value> = { safeParse(given: unknown): { success: true; data: Value } | { success: false } }

/** Undefined for a file that is not there */
async function readParsed<Value>(
  file: SourceFile | undefined,
  maxBytes: number,
  schema: Schema<Value>,
): Promise<Value | 'damaged' | undefined> {
  if (!file) return undefined
  const read = schema.safeParse(await readJson(file, maxBytes))
  return read.success && isStorable(read.data) ? read.data : 'damaged'
}
