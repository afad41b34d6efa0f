import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

export type DataTask = {
  data: string
  language: 'yaml' | 'toml' | 'json'
  /** Max aliases of YAML that are followed, none by default. They may stand for far more than their text. */
  maxAliases?: number
}

export type ParsedData = { parsed: unknown } | { outcome: 'unreadable' }

/** Parses a text that may be made to be slow. The result can be sent to another process. */
export function parseData({ data, language, maxAliases = 0 }: DataTask): ParsedData {
  try {
    // Looking for repeated keys takes the square of their number, and templates of Obsidian repeat keys.
    const options = { maxAliasCount: maxAliases, uniqueKeys: false, logLevel: 'error' } as const
    const parse = language === 'json' ? JSON.parse : parseToml
    const parsed: unknown = language === 'yaml' ? parseYaml(data, options) : parse(data)
    // Aliases can make circles.
    return { parsed: JSON.parse(JSON.stringify(parsed ?? null)) }
  } catch {
    return { outcome: 'unreadable' }
  }
}
