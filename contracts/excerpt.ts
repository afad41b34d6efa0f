/** Characters of the content that stand in for a missing excerpt. */
export const excerptLength = 200

/** Characters that the content needs before an excerpt can be generated from it. */
export const excerptMinimumContent = 100

/** What takes the place of an empty excerpt: the content's first 200 characters (code points), then `...`. */
export function excerptOf(text: string): string {
  return `${[...text.slice(0, excerptLength * 2)].slice(0, excerptLength).join('')}...`
}
