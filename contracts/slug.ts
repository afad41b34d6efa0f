/** Maximum characters of a slug */
export const slugLength = 80

/**
 * A title's slug: lowercased, runs of other characters than a-z and 0-9 become a hyphen,
 * none at either end. Empty where nothing is left; other scripts are transliterated first, by the server.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugLength)
    .replace(/-$/, '')
}
