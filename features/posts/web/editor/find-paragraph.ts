/** Minimum share of the quoted words that a paragraph must still contain to count as the commented paragraph */
const minSimilarity = 0.5

/**
 * Finds the paragraph that a comment is about, after the text may have changed. Prefers a paragraph that still begins
 * with the quoted text, then the paragraph with most of the quoted words; of equal ones, the one nearest to the old
 * index. Returns its index, or undefined if the paragraph was removed.
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
  // Above 1, the maximum share below
  if (text.startsWith(wanted)) return 2
  const words = new Set(wanted.split(' '))
  const present = new Set(text.split(' '))
  return [...words].filter((word) => present.has(word)).length / words.size
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
