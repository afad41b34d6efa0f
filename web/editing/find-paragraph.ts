/** Share of a comment's words that a paragraph must still have to be the one it is about. */
const minSimilarity = 0.5

/**
 * The index of the paragraph that a comment is about: the one that still begins with the same words, or the one with
 * most of them, nearest to its old place. Undefined: it is gone.
 */
export function findParagraph(
  paragraphs: readonly string[],
  { paragraph, quote }: { paragraph: number; quote: string },
): number | undefined {
  const wanted = normalize(quote)
  const ranked = paragraphs
    .map((text, index) => ({ index, score: similarity(normalize(text), wanted) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((a, b) => b.score - a.score || Math.abs(a.index - paragraph) - Math.abs(b.index - paragraph))
  return ranked[0]?.index
}

function similarity(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 2
  const words = new Set(wanted.split(' '))
  const present = new Set(text.split(' '))
  return [...words].filter((word) => present.has(word)).length / words.size
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
