import { readFile } from '../archives/file-tree.ts'
import { parseApart } from '../read-apart.ts'
import { type FileTree, type SourceEntry, SourceError } from '../source.ts'
import { countWords } from '../texts/note-words.ts'

const maxRedirects = 50_000
const maxBytes = { json: 5_000_000, yaml: 1_000_000 }

/**
 * Reads `redirects.json` or `redirects.yaml` of Ghost's data folder. `from` is a regular expression there; only those
 * that name one address can be kept.
 */
export async function* readRedirects(trees: FileTree[]): AsyncGenerator<SourceEntry> {
  for (const tree of trees)
    for (const [path, file] of tree.files) {
      if (!/(?:^|\/)redirects\.(?:json|ya?ml)$/.test(path)) continue
      const language = path.endsWith('.json') ? 'json' : 'yaml'
      // Aliases are refused, because a few of them can stand for gigabytes.
      const read = await parseApart({ data: (await readFile(file, maxBytes[language])).toString(), language })
      if (!read)
        throw new SourceError('The file of redirects can’t be read. Correct it or remove it, and try again.')
      const pairs = listPairs(read.parsed)
      let lost = 0
      for (const [given, to] of pairs.slice(0, maxRedirects)) {
        const from = toPath(given)
        const isAddress = to.startsWith('/') || (/^https?:\/\//.test(to) && URL.canParse(to))
        if (from !== undefined && isAddress && !to.includes('$')) yield { type: 'redirect', from, to }
        else lost++
      }
      if (lost > 0)
        yield {
          type: 'problem',
          note: {
            about: path,
            detail: `${countWords(lost, 'pattern')} for many addresses left out. Add the addresses by hand.`,
          },
        }
    }
}

function listPairs(parsed: unknown): [string, string][] {
  if (Array.isArray(parsed))
    return parsed.flatMap((one): [string, string][] =>
      typeof one?.from === 'string' && typeof one?.to === 'string' ? [[one.from, one.to]] : [],
    )
  const groups = parsed && typeof parsed === 'object' ? Object.values(parsed) : []
  return groups.flatMap((group): [string, string][] =>
    group && typeof group === 'object'
      ? Object.entries(group).flatMap(([from, to]): [string, string][] =>
          typeof to === 'string' ? [[from, to]] : [],
        )
      : [],
  )
}

/** The one path that a pattern such as `^/old/?$` or `/old/` matches */
function toPath(pattern: string): string | undefined {
  const path = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\/\?$/, '/')
    .replaceAll(/\\([/.-])/g, '$1')
  return /^\/[\w%/.~-]{0,1000}$/.test(path) ? path : undefined
}
