import { SourceError } from '../source.ts'

/** Max characters that a source keeps in memory during a whole import, such as tags, authors, and addresses */
const maxKept = 64_000_000
/** What an entry of a map or a list takes besides its texts, as characters */
const overhead = 100

/** What a source keeps in memory; `characters` is how much that is so far */
type Keeper = { characters: number }

/**
 * Counts texts that are about to be kept, so that a file with millions of tags cannot take all memory.
 * @throws SourceError if they are too many
 */
export function countKept(keeper: Keeper, ...texts: (string | undefined)[]): void {
  keeper.characters += overhead
  for (const text of texts) keeper.characters += text?.length ?? 0
  if (keeper.characters > maxKept)
    throw new SourceError(
      'This export has far more tags, authors, or addresses than can be read at once. Export the site in parts and import one after the other.',
    )
}
