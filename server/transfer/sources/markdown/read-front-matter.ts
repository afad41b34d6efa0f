import { parseApart } from '../read-apart.ts'

export type FrontMatter = Record<string, unknown>

const maxLength = 200_000

/**
 * Splits a text into its front matter and the rest: YAML between lines of `---`, as in Jekyll, Hugo, Astro, and Obsidian,
 * or TOML between lines of `+++`, as in Hugo and Zola. `problem` says that there is one that cannot be read.
 */
export async function readFrontMatter(
  text: string,
): Promise<{ data: FrontMatter; body: string; problem?: true }> {
  const start = /^\s*?(---|\+\+\+)[ \t]*\r?\n/.exec(text.slice(0, 1000))
  if (!start) return { data: {}, body: text }
  const mark = start[1] ?? ''
  const end = new RegExp(`^${mark === '---' ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*$`, 'm').exec(
    text.slice(start[0].length, start[0].length + maxLength),
  )
  if (!end) return { data: {}, body: text, ...(text.length > maxLength && { problem: true as const }) }
  const source = text.slice(start[0].length, start[0].length + end.index)
  const body = text.slice(start[0].length + end.index + end[0].length).replace(/^\r?\n/, '')
  const language = mark === '---' ? 'yaml' : 'toml'
  const read = await parseApart({ data: source, language, maxAliases: 20 })
  if (!read) return { data: {}, body, problem: true }
  const { parsed } = read
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return { data: isObject ? lowerKeys(parsed) : {}, body }
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
