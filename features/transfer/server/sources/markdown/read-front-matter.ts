import { parseApart } from '../read-apart.ts'

export type FrontMatter = Record<string, unknown>

const maxLength = 200_000

/**
 * `problem` says that there is front matter that cannot be read. `kind` says how it is written: YAML between lines of
 * `---`, as in Jekyll, Astro, and Obsidian, TOML between lines of `+++`, as in Hugo and Zola, JSON, the first lines of
 * Pelican and MultiMarkdown (`Title: ...`), or the comment of Nikola.
 */
export type SplitText = {
  data: FrontMatter
  body: string
  kind?: 'yaml' | 'toml' | 'json' | 'lines' | 'comment'
  problem?: true
}

/** Splits a text into its front matter and the rest. Front matter that is a program, as in Eleventy, is never run. */
export async function readFrontMatter(text: string): Promise<SplitText> {
  return (
    (await readFenced(text)) ??
    (await readJson(text)) ??
    readComment(text) ??
    readLines(text) ?? { data: {}, body: text }
  )
}

const languages: Record<string, 'yaml' | 'toml' | 'json'> = {
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  json: 'json',
}

async function readFenced(text: string): Promise<SplitText | undefined> {
  const [opening, mark, named = ''] =
    /^\s*?(?:(---)[ \t]*([^\s-]\S{0,20})?|(?:\+\+\+))[ \t]*\r?\n/.exec(text.slice(0, 1000)) ?? []
  if (opening === undefined) return undefined
  const end = new RegExp(`^${mark ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*\r?$`, 'm').exec(
    text.slice(opening.length, opening.length + maxLength),
  )
  if (!end) {
    // A line of dashes alone may be a line across the page.
    const isLine =
      named === '' && text.length <= maxLength && !/^[\w-]{1,41}:/.test(text.slice(opening.length))
    return isLine ? undefined : { data: {}, body: text, problem: true }
  }
  const source = text.slice(opening.length, opening.length + end.index)
  const body = text.slice(opening.length + end.index + end[0].length).replace(/^\r?\n/, '')
  const kind = mark ? languages[named.toLowerCase() || 'yaml'] : 'toml'
  const read = kind && (await parseApart({ data: source, language: kind, maxAliases: 20 }))
  return kind && read ? { data: toData(read.parsed), body, kind } : { data: {}, body, problem: true }
}

/** Hugo's JSON: one object at the start. A text may start with a brace as well, but not with one before a name. */
async function readJson(text: string): Promise<SplitText | undefined> {
  if (/^\s*(?:;;;|\{\s*[\w-]{1,41}\s*:)/.test(text)) return { data: {}, body: text, problem: true }
  const start = /^\s*\{(?=\s*"|[ \t]*\r?\n)/.exec(text)
  if (!start) return undefined
  let depth = 0
  // An unclosed string matches as well. Otherwise, a search from each quote would read the whole text again.
  for (const { 0: sign, index } of text.slice(0, maxLength).matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[{}]/g)) {
    if (sign === '{') depth++
    else if (sign === '}') depth--
    if (depth > 0) continue
    const read = await parseApart({ data: text.slice(0, index + 1), language: 'json' })
    if (!read) break
    return {
      data: toData(read.parsed),
      body: text.slice(index + 1).replace(/^[ \t]*\r?\n/, ''),
      kind: 'json',
    }
  }
  return { data: {}, body: text, problem: true }
}

/**
 * `.. title: Hello` in a comment at the start, as in Nikola. A comment with `title: Hello` counts if it has no other lines:
 * readers never see what is in it, so it must not be overlooked.
 */
function readComment(text: string): SplitText | undefined {
  const [whole, inner = ''] = /^\s*<!--([\s\S]*?)-->[ \t]*(?:\r?\n|$)/.exec(text.slice(0, maxLength)) ?? []
  if (whole === undefined) return undefined
  const lines = inner.split('\n').filter((line) => line.trim() !== '')
  const fields = lines.map((line) => /^\s*(?:\.\.\s+)?([\w-]{1,60}):\s*(.*?)\s*$/.exec(line))
  const pairs = fields.filter((field) => field !== null)
  const isNikola = lines.some((line) => /^\s*\.\.\s+[\w-]{1,60}:/.test(line))
  const isWhole = pairs.length === lines.length
  const data = toData(toObject(pairs))
  if (!isNikola && !(isWhole && countCommon(data) > 0)) return undefined
  return { data, body: text.slice(whole.length), kind: 'comment', ...(!isWhole && { problem: true }) }
}

/**
 * `Title: Hello` in the first lines, as in Pelican and MultiMarkdown, up to the first other line. A paragraph may look like
 * that, so it counts only with a title or a status before an empty line, or with two of the names that such files have.
 */
function readLines(text: string): SplitText | undefined {
  const [whole] =
    /^\s*(?:(?:\.\.[ \t]+)?[a-z][\w-]{0,40}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*)+/i.exec(
      `${text.slice(0, maxLength)}\n\n`,
    ) ?? []
  if (whole === undefined) return undefined
  const joined = whole.replaceAll(/\r?\n[ \t]+/g, ' ')
  const data = toData(toObject([...joined.matchAll(/^[ \t]*(?:\.\.[ \t]+)?([\w-]{1,41}):[ \t]*(.*?)\r?$/gm)]))
  const rest = text.slice(whole.length)
  const isCertain = /^[ \t]*(?:\r?\n|$)/.test(rest) && ('title' in data || 'status' in data)
  if (!isCertain && countCommon(data) < 2) return undefined
  return { data, body: rest.replace(/^\s*\n/, ''), kind: 'lines' }
}

/** How many of the names that front matter has are in it */
const countCommon = (data: FrontMatter) => commonNames.filter((name) => name in data).length
const commonNames = [
  ...['title', 'status', 'draft', 'published', 'date', 'modified', 'slug'],
  ...['tags', 'category', 'author', 'authors', 'summary'],
]

const toObject = (pairs: RegExpExecArray[]) =>
  Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]))

function toData(parsed: unknown): FrontMatter {
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return isObject ? lowerKeys(parsed) : {}
}

const lowerKeys = (data: object): FrontMatter =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key.toLowerCase().replaceAll('-', '_'), value]),
  )

/** The first of these fields that has a text or a number */
export function findText(data: FrontMatter, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const text = toText(data[key])
    if (text !== undefined && text.trim() !== '') return text
  }
  return undefined
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The texts of a list, or of a text with commas or, as in Jekyll, spaces between them */
export function findList(data: FrontMatter, keys: string[], separator = /,/): string[] {
  return keys
    .flatMap((key) => {
      const value = data[key]
      if (Array.isArray(value)) return value.slice(0, 100).map((one) => toText(one) ?? nameOf(one) ?? '')
      return (toText(value) ?? '').split(separator)
    })
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

/** The name of a person or thing that is written as an object, such as `{ name: "Ann" }` */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, title, label } = value as Record<string, unknown>
  return toText(name ?? title ?? label)
}
