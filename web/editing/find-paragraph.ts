/** Share of words that a paragraph must still have to be the one that a comment was about. */
const sameWords = 0.5

/**
 * Which paragraph a comment is about, now: the one that still begins with the same words, or the one that has most of
 * them, the nearest to where it stood. Undefined: it is gone.
 */
export function findParagraph(
  paragraphs: readonly string[],
  { paragraph, quote }: { paragraph: number; quote: string },
): number | undefined {
  const wanted = normalize(quote)
  const ranked = paragraphs
    .map((text, index) => ({ index, score: likeness(normalize(text), wanted) }))
    .filter(({ score }) => score >= sameWords)
    .sort((a, b) => b.score - a.score || Math.abs(a.index - paragraph) - Math.abs(b.index - paragraph))
  return ranked[0]?.index
}

function likeness(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 2
  const words = new Set(wanted.split(' '))
  const there = new Set(text.split(' '))
  return [...words].filter((word) => there.has(word)).length / words.size
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
